/** Whether to run exhaustive repetitions, as in `npm run test:full`. */
export const IS_FULL_RUN = process.env.SEXTANT_TESTS === 'full';
