import { number, object, says, text } from '../read/json.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'
import { claudeOf, is } from './claude.ts'

const fields = ['temperature', 'top_p', 'top_k'] as const

/** The rules about sampling settings for Claude. */
export const samplingRules: readonly VendorRule[] = [
  {
    id: 'A1',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/about-claude/models/migration-guide',
    holds: (asked) => between(asked, 4.5, 4.6) || isOpus41(asked),
    *issues({ body }) {
      if (says(body['temperature']) && says(body['top_p']))
        yield {
          path: '/top_p',
          message: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
        }
    },
  },
  {
    id: 'A2',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/about-claude/models/migration-guide',
    holds: (asked) => (claudeOf(asked)?.version ?? 0) >= 4.7 && !isHaiku55(asked),
    *issues({ body }) {
      const { temperature, top_p: topP, top_k: topK } = body
      if (says(temperature) && temperature !== 1) yield refused('temperature')
      if (says(topP) && (number(topP) ?? 0) < 0.99) yield refused('top_p')
      if (says(topK)) yield refused('top_k')
    },
  },
  {
    id: 'A3',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/models/haiku-5-5/migration-guide',
    holds: isHaiku55,
    *issues({ body }) {
      const { temperature, top_p: topP, top_k: topK } = body
      if (says(temperature) && temperature !== 1) yield refused('temperature')
      if (says(topP) && topP !== 0.99) yield refused('top_p')
      if (says(topK)) yield refused('top_k')
      if (says(temperature) && says(topP))
        yield { path: '/top_p', message: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.' }
    },
  },
  {
    id: 'A4',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/api/messages',
    holds: () => true,
    *issues({ body }) {
      for (const key of ['temperature', 'top_p'] as const) {
        const value = number(body[key])
        if (value !== undefined && (value < 0 || value > 1)) yield { path: `/${key}`, message: `${key}: range: 0..1` }
      }
      const topK = number(body['top_k'])
      if (topK !== undefined && topK < 0) yield { path: '/top_k', message: 'top_k: Input should be greater than or equal to 0' }
    },
  },
  {
    id: 'A5',
    confidence: 'H',
    source: '@anthropic-ai/sdk 1.12, types of version 2026-10-21',
    holds: ({ headers }) => (headers['anthropic-version'] ?? '') >= '2026-10-21',
    *issues({ body }) {
      for (const key of fields) if (body[key] !== undefined) yield { path: `/${key}`, message: `${key}: Extra inputs are not permitted` }
    },
  },
  {
    id: 'A6',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
    holds: (asked) => (claudeOf(asked)?.version ?? 9) <= 4.6 && text(object(asked.body['thinking'])['type']) === 'enabled',
    *issues({ body }) {
      const { temperature, top_p: topP, top_k: topK } = body
      if (says(temperature) && temperature !== 1)
        yield {
          path: '/temperature',
          message:
            '`temperature` may only be set to 1 when thinking is enabled. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#important-considerations-when-using-extended-thinking',
        }
      if (says(topK)) yield { path: '/top_k', message: '`top_k` must be unset when thinking is enabled.' }
      if (says(topP) && (number(topP) ?? 0) < 0.95)
        yield { path: '/top_p', message: '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.' }
    },
  },
]

function refused(key: (typeof fields)[number]) {
  return { path: `/${key}`, message: `\`${key}\` is not supported for this model. Please remove it from your request.` } as const
}

function between(asked: Judged, least: number, most: number): boolean {
  const version = claudeOf(asked)?.version
  return version !== undefined && version >= least && version <= most
}

function isOpus41(asked: Judged): boolean {
  const claude = claudeOf(asked)
  return claude !== undefined && is(claude, 'opus', 4.1)
}

function isHaiku55(asked: Judged): boolean {
  const claude = claudeOf(asked)
  return claude !== undefined && is(claude, 'haiku', 5.5)
}
