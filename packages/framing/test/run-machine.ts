import type { Machine } from '@interlingua/core'

/** Everything a fresh machine gives for these inputs. */
export function runMachine<I, O>(machine: Machine<I, O>, inputs: Iterable<I>): O[] {
  const outputs: O[] = []
  for (const input of inputs) outputs.push(...machine.push(input))
  outputs.push(...machine.end())
  return outputs
}
