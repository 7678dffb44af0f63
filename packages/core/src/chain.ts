import type { Machine } from './machine.ts'

/** Joins two machines into one: the outputs of `first` are the inputs of `second`. */
export function chain<A, B, C>(first: Machine<A, B>, second: Machine<B, C>): Machine<A, C>
export function chain<A, B, C, D>(first: Machine<A, B>, second: Machine<B, C>, third: Machine<C, D>): Machine<A, D>
export function chain<A, B, C, D, E>(
  first: Machine<A, B>,
  second: Machine<B, C>,
  third: Machine<C, D>,
  fourth: Machine<D, E>,
): Machine<A, E>
export function chain(...machines: readonly Machine<unknown, unknown>[]): Machine<unknown, unknown> {
  return machines.reduce(pair)
}

function pair<A, B, C>(first: Machine<A, B>, second: Machine<B, C>): Machine<A, C> {
  const through = (inputs: readonly B[], outputs: C[]): C[] => {
    for (const input of inputs) for (const output of second.push(input)) outputs.push(output)
    return outputs
  }
  return {
    push(input) {
      const inputs = first.push(input)
      if (inputs.length === 1) return second.push(inputs[0] as B) // length checked: the index is in range
      return through(inputs, [])
    },
    end() {
      const outputs = through(first.end(), [])
      for (const output of second.end()) outputs.push(output)
      return outputs
    },
  }
}
