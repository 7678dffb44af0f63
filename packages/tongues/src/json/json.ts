/** JSON text that is kept as it was: a number in its own digits, or a whole value that a writer puts in unread. */
export class Literal {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Json = null | boolean | string | Literal | readonly Json[] | JsonObject

/** Object without a prototype, so that `__proto__` is a key like others. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** A value to write: members that are undefined are left out. */
export type Writable = null | undefined | boolean | number | string | Literal | readonly Writable[] | { readonly [key: string]: Writable }
