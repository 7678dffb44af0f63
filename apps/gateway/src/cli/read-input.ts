import { readFileSync } from 'node:fs'

/** Reads a file, or standard input where none is named. Throws an error with the file's name and a sentence. */
export function readInput(file: string | undefined): Buffer {
  try {
    return readFileSync(file ?? 0)
  } catch (error) {
    throw new Error(`${file ?? 'standard input'}: the file cannot be read`, { cause: error })
  }
}
