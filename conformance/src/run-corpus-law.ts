import type { Exchange } from '@interlingua/testkit'
import type { CorpusLaw } from './corpus-laws.ts'
import type { FormatId } from './format-id.ts'

/** The violations of one law in one exchange, as lines; undefined where the law does not concern it. A throw is a violation. */
export async function runCorpusLaw(
  law: CorpusLaw,
  exchange: Exchange,
  format: FormatId,
  other: FormatId,
): Promise<readonly string[] | undefined> {
  try {
    const violations = await law.run(exchange, format, other)
    return violations?.map(({ law: part, path, message }) => `${part} ${path}: ${message}`)
  } catch (error) {
    return [error instanceof Error ? (error.stack?.split('\n').slice(0, 3).join(' ') ?? error.message) : String(error)]
  }
}
