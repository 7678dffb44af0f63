/** Status and body of an OpenAI client's error; the text `no error` where the promise resolves. */
export async function statusOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
    return 'no error'
  } catch (error) {
    const { status, code, param, message } = error as Record<string, unknown> // an error of the SDK
    return { status, code, param, message }
  }
}
