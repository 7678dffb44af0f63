import { type Choice, pathOfChoice } from './choice.ts'

/** Document that another page hands to Translate; it is taken once. */
let waiting: { readonly choice: Choice; readonly text: string } | undefined

/** Hands a document over, and gives the address of the page that shows it. Contents are in no address. */
export function handOver(choice: Choice, text: string): string {
  waiting = { choice, text }
  return pathOfChoice(choice)
}

/** Takes the document that was handed over for a choice; undefined if there is none. */
export function takeHandedOver(direction: Choice['direction']): string | undefined {
  const taken = waiting
  waiting = undefined
  return taken?.choice.direction === direction ? taken.text : undefined
}
