import { fitsPattern } from '../../channels/fits-pattern.ts'

/** Whether a pattern fits all that another one fits: a star of the narrow one can only be taken by a star of the wide one. */
export function coversPattern(wide: string, narrow: string): boolean {
  // A character that no id has stands for the star.
  return fitsPattern(wide, narrow.replaceAll('*', '\uffff'))
}
