import type { Machine } from '@interlingua/core'

/** Joins JSON texts to one array, an element a piece. Without elements the array is empty. */
export function createJsonArraySerializer(): Machine<string, string> {
  let opened = false
  return {
    push(json) {
      if (opened) return [`,\r\n${json}`]
      opened = true
      return [`[${json}`]
    },
    end: () => [opened ? ']' : '[]'],
  }
}
