/** The packages that fill the grid of text formats (`packages/<id>`), each with what of it is its own. A new text format is added here, and
 *  the shape and boundary checks hold it to the same files and names as its siblings. */
export const textFormats: Readonly<Record<string, { readonly counts: boolean }>> = {
  messages: { counts: true },
  // Chat Completions has no resource that counts tokens.
  chat: { counts: false },
  responses: { counts: true },
  contents: { counts: true },
}
