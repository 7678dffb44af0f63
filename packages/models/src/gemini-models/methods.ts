import type { Operation } from '../listed-model.ts'

/** The methods of each operation, the first of which says that a model has it. */
export const methodsOf = {
  generate: ['generateContent', 'streamGenerateContent'],
  count: ['countTokens'],
  embed: ['embedContent', 'batchEmbedContents'],
  image: ['predict'],
  video: ['predictLongRunning'],
} as const satisfies Record<Operation, readonly string[]>

/** What the methods of a model mean; methods that are no operation of ours mean nothing here. */
export function operationsOf(methods: readonly string[]): readonly Operation[] {
  return (Object.keys(methodsOf) as Operation[]).filter((operation) => methods.includes(methodsOf[operation][0])) // its own keys
}
