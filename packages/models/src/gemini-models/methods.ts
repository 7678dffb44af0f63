import type { Operation } from '../listed-model.ts'

/** Methods of each operation; the first one identifies it. */
export const methodsOf = {
  generate: ['generateContent', 'streamGenerateContent'],
  count: ['countTokens'],
  embed: ['embedContent', 'batchEmbedContents'],
  image: ['predict'],
  video: ['predictLongRunning'],
} as const satisfies Record<Operation, readonly string[]>

/** Operations that a model's methods mean; other methods are skipped. */
export function operationsOf(methods: readonly string[]): readonly Operation[] {
  return (Object.keys(methodsOf) as Operation[]).filter((operation) => methods.includes(methodsOf[operation][0])) // keys of `methodsOf`
}
