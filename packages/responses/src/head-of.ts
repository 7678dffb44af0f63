/** What stands before the number of an event, of a type that needs no escape. */
export function headOf(type: string): string {
  return `event: ${type}\ndata: {"type":"${type}","sequence_number":`
}
