/** Wait until a condition holds, with a generous timeout for slow machines. */
export async function eventually<T>(
  read: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
  deadlineMs = 180_000,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`Waited in vain for: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
