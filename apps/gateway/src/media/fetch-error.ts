/** A file could not be had. The message is for the caller: it says why, without what the network looks like from here. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
}
