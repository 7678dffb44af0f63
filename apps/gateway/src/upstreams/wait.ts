/** Something that an exchange waits for. Once it has come, `callOff` is taken away: what is to be done then may hold the whole request. */
export interface Wait {
  callOff?: (() => void) | undefined
}
