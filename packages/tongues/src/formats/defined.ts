/** Members that are there: those that are undefined are left out. */
export function defined<T extends object>(members: { readonly [Key in keyof T]: T[Key] | undefined }): T {
  // The filter leaves no undefined members.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}
