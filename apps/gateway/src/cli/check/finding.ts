/** Something that `interlingua check` has to say. */
export interface Finding {
  /** Only errors make the check fail. */
  readonly level: 'error' | 'warning'
  /** Where in the file it is, if it is in the file. */
  readonly path?: readonly PropertyKey[]
  readonly message: string
}
