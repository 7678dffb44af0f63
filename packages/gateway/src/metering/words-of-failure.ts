const longest = 300
/** Characters of a message that are looked at. */
const mostRead = 2000

/** Beginning of what servers add to a message about a document that they refuse: the document itself. */
const documents = /[\r\n{]|\binput(?:_value)?["']?\s{0,4}[=:]/
/** Quoted text; one without an end goes on to the end of the message. An apostrophe within a word begins none. */
const quoted = /(?<!\w)(["'`])(.*?)(?:\1(?!\w)|$)|[“‘«](.*?)(?:[”’»]|$)/g
/** Quoted name of a field, a model or a value of a list. */
const name = /^[\w.*:/@[\]-]{1,64}$/

/** Words of a failure's message without what may be content of a request, which servers quote: no documents, and of quoted texts names alone. */
export function wordsOfFailure(message: string): string | undefined {
  const [line = ''] = message.slice(0, mostRead).trim().split(documents, 1)
  const words = line.replaceAll(quoted, (piece: string, _sign: unknown, one: string | undefined, other: string | undefined) =>
    name.test(one ?? other ?? '') ? piece : '[…]',
  )
  const shown = words.slice(0, longest).trim()
  return shown === '' ? undefined : shown
}
