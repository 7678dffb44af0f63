import { number, object, says, text } from '../read/json.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'
import { geminiOf, isMediaModel } from './gemini.ts'

const docs = 'https://ai.google.dev/gemini-api/docs/thinking'
const at = '/generationConfig/thinkingConfig'

/** The rules about thinking for Gemini. */
export const thinkingRules: readonly VendorRule[] = [
  {
    id: 'G1',
    confidence: 'H',
    source: docs,
    holds: (asked) => geminiOf(asked)?.version === 2.5 && !isMediaModel(asked),
    *issues(asked) {
      const budget = number(configOf(asked)['thinkingBudget'])
      const [least, most, off] = ranges[geminiOf(asked)?.line ?? ''] ?? [0, 32_768, true]
      if (budget === undefined || budget === -1 || (budget === 0 && off)) return
      if (budget === 0) yield { path: `${at}/thinkingBudget`, message: 'Budget 0 is invalid. This model only works in thinking mode.' }
      else if (budget < least || budget > most)
        yield {
          path: `${at}/thinkingBudget`,
          message: `The thinking budget ${budget} is invalid. Please choose a value between ${least} and ${most}. (thinking_budget is out of range; supported values are integers from ${least} to ${most})`,
        }
    },
  },
  {
    id: 'G2',
    confidence: 'H',
    source: docs,
    holds: (asked) => (geminiOf(asked)?.version ?? 3) < 3,
    *issues(asked) {
      if (says(configOf(asked)['thinkingLevel']))
        yield {
          path: `${at}/thinkingLevel`,
          message: 'Thinking level is not supported for this model. (thinking_level is not supported by this model)',
        }
    },
  },
  {
    id: 'G3',
    confidence: 'H',
    source: docs,
    holds: () => true,
    *issues(asked) {
      const { thinkingBudget, thinkingLevel } = configOf(asked)
      if (says(thinkingBudget) && says(thinkingLevel))
        yield { path: at, message: 'You can only set only one of thinking budget and thinking level.' }
    },
  },
  {
    id: 'G4',
    confidence: 'H',
    source: docs,
    holds: ({ model: { id, family } }) => family === 'gemma' || /^gemini-(?:1\.|2\.0-(?!flash-thinking)|2\.5-.*image)/.test(id),
    *issues(asked) {
      const { thinkingBudget, thinkingLevel, includeThoughts } = configOf(asked)
      // The model refuses the field even for the value that means its default.
      if (says(thinkingBudget) || says(thinkingLevel) || includeThoughts === true)
        yield { path: at, message: 'Thinking is not enabled for this model' }
    },
  },
  {
    id: 'G5',
    confidence: 'H',
    source: docs,
    holds: (asked) => refusedLevels(asked).length > 0,
    *issues(asked) {
      const level = text(configOf(asked)['thinkingLevel'])?.toUpperCase()
      if (level !== undefined && refusedLevels(asked).includes(level))
        yield {
          path: `${at}/thinkingLevel`,
          message: `Thinking level ${level} is not supported for this model. Please retry with other thinking level.`,
        }
    },
  },
  {
    id: 'G6',
    confidence: 'H',
    source: docs,
    holds: (asked) => (geminiOf(asked)?.version ?? 0) >= 3 && geminiOf(asked)?.line === 'pro',
    *issues(asked): Generator<Issue> {
      if (configOf(asked)['thinkingBudget'] === 0)
        yield { path: `${at}/thinkingBudget`, message: 'Budget 0 is invalid. This model only works in thinking mode.' }
    },
  },
]

/** The least and the largest budget of each model, and whether thinking can be off. */
const ranges: Readonly<Record<string, readonly [number, number, boolean]>> = {
  pro: [128, 32_768, false],
  flash: [1, 24_576, true],
  'flash-lite': [512, 24_576, true],
}

function configOf({ body }: Judged) {
  return object(object(body['generationConfig'])['thinkingConfig'])
}

function refusedLevels(asked: Judged): readonly string[] {
  const gemini = geminiOf(asked)
  if (gemini === undefined || isMediaModel(asked)) return []
  const { version, line } = gemini
  if (line === 'pro' && version === 3) return ['MINIMAL', 'MEDIUM']
  const noMinimal = (line === 'pro' && (version === 3.1 || version === 3.5)) || (line === 'flash' && (version === 3.7 || version === 3.8))
  return noMinimal ? ['MINIMAL'] : []
}
