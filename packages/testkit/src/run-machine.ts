import { chain } from '@interlingua/core'
import type { Asked, Context, GenerateAdapter, Machine, Sent, StreamEvent } from '@interlingua/core'

/** Everything that a machine gives for these inputs and the end. */
export function runMachine<I, O>(machine: Machine<I, O>, inputs: Iterable<I>): readonly O[] {
  const outputs: O[] = []
  for (const input of inputs) for (const output of machine.push(input)) outputs.push(output)
  for (const output of machine.end()) outputs.push(output)
  return outputs
}

/** The canonical events in the text of a stream, given in these chunks. */
export function readStream(adapter: GenerateAdapter, chunks: Iterable<string>, context: Context, sent?: Sent): readonly StreamEvent[] {
  return runMachine(chain(adapter.createStreamParser(context), adapter.createStreamDecoder(context, sent)), chunks)
}

/** The text of a stream for these events. */
export function writeStream(adapter: GenerateAdapter, events: Iterable<StreamEvent>, context: Context, asked?: Asked): string {
  return runMachine(chain(adapter.createStreamEncoder(context, asked), adapter.createStreamSerializer()), events).join('')
}
