import { chain } from '@interlingua/core'
import type { EncodeState, Context, GenerateAdapter, Machine, DecodeState, StreamEvent } from '@interlingua/core'

/** Outputs of a machine for these inputs and the end. */
export function runMachine<I, O>(machine: Machine<I, O>, inputs: Iterable<I>): readonly O[] {
  const outputs: O[] = []
  for (const input of inputs) for (const output of machine.push(input)) outputs.push(output)
  for (const output of machine.end()) outputs.push(output)
  return outputs
}

/** Canonical events of a stream's text, given in these chunks. */
export function readStream(
  adapter: Pick<GenerateAdapter, 'createStreamParser' | 'createStreamDecoder'>,
  chunks: Iterable<string>,
  context: Context,
  sent?: DecodeState,
): readonly StreamEvent[] {
  return runMachine(chain(adapter.createStreamParser(context), adapter.createStreamDecoder(context, sent)), chunks)
}

/** Text of a stream for these events. */
export function writeStream(
  adapter: Pick<GenerateAdapter, 'createStreamEncoder' | 'createStreamSerializer'>,
  events: Iterable<StreamEvent>,
  context: Context,
  asked?: EncodeState,
): string {
  return runMachine(chain(adapter.createStreamEncoder(context, asked), adapter.createStreamSerializer()), events).join('')
}
