import { findModelProfile } from '@interlingua/core'

/** Whether a model id fits a pattern, in which `*` stands for any characters: the rule, in linear time, by which model profiles are found. */
export function fitsPattern(pattern: string, model: string): boolean {
  return findModelProfile([{ format: '', pattern, asOf: '' }], model) !== undefined
}
