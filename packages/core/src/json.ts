/** A JSON value as `JSON.parse` gives it. Readonly, since wire documents are never edited in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** A JSON object; unknown keys of a wire format stay in values of this type. */
export interface JsonObject {
  readonly [key: string]: Json
}
