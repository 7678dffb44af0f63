import type { Machine } from '@interlingua/core'

/** Gives each character apart, in brackets, and its count at the end. */
export function createLetters(): Machine<string, { letter: string } | { count: number }> {
  let count = 0
  return {
    push: (text) =>
      [...text].map((letter) => {
        count += 1
        return { letter }
      }),
    end: () => [{ count }],
  }
}

/** Gives each character as a text, and a full stop at the end. */
export function createEcho(): Machine<string, string> {
  return { push: (text) => [...text], end: () => ['.', '.'] }
}
