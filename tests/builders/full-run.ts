/** Whether exhaustive repeats run too, as `npm run test:full` has it. */
export const IS_FULL_RUN = process.env.SEXTANT_TESTS === 'full';
