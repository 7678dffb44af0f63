/** Something that an exchange waits for. Once it has come, `cancel` is taken away: what is to be done then may hold the whole request. */
export interface HeldTimer {
  cancel?: (() => void) | undefined
}
