import type { Recording } from '@interlingua/testkit'
import type { CorpusLaw } from './corpus-laws.ts'
import type { FormatId } from './format-id.ts'

/** Violations of one law in one exchange, as lines; `undefined` if the law does not apply. A thrown error is a violation. */
export async function runCorpusLaw(
  law: CorpusLaw,
  recording: Recording,
  format: FormatId,
  other: FormatId,
): Promise<readonly string[] | undefined> {
  try {
    const violations = await law.run(recording, format, other)
    return violations?.map(({ law: part, path, message }) => `${part} ${path}: ${message}`)
  } catch (error) {
    return [error instanceof Error ? (error.stack?.split('\n').slice(0, 3).join(' ') ?? error.message) : String(error)]
  }
}
