/** A command cannot do what it was asked for; the message is for whoever asked. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}
