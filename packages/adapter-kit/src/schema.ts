/** A zod schema, or any object with these members. An error with zod's `issues` names the field. */
export interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false; readonly error: unknown }
}
