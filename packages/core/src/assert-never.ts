/** The end of an exhaustive switch: a new member of the union does not compile. Throws when a value comes that no type allows. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected value of type ${typeof value}`)
}
