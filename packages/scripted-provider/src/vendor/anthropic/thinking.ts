import { number, object, says, text } from '../read/json.ts'
import { forcedTool } from '../read/tools.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'
import { claudeOf, effortsOf, is, maxOutputOf, refusedThinking } from './claude.ts'

const docs = 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking'

/** The rules about thinking and effort for Claude, and about their combinations. */
export const thinkingRules: readonly VendorRule[] = [
  {
    id: 'A7',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/build-with-claude/effort',
    holds: (asked) => claudeOf(asked) !== undefined,
    *issues(asked) {
      const claude = claudeOf(asked)
      if (claude === undefined) return
      const type = modeOf(asked)
      if (type !== undefined && refusedThinking(claude).includes(type))
        yield {
          path: '/thinking/type',
          message:
            type === 'adaptive'
              ? 'adaptive thinking is not supported on this model'
              : `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
        }
      if (type === 'between_tools' && !is(claude, 'sonnet', 5.5))
        yield { path: '/thinking/type', message: '"thinking.type.between_tools" is not supported for this model.' }
      const effort = effortOf(asked)
      const efforts = effortsOf(claude)
      if (effort !== undefined && !efforts.includes(effort))
        yield {
          path: '/output_config/effort',
          message:
            efforts.length === 0
              ? 'This model does not support the effort parameter.'
              : `output_config.effort: '${effort}' is not supported for this model. Supported values are: ${efforts.join(', ')}.`,
        }
    },
  },
  {
    id: 'A8',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/models/opus-5/migration-guide',
    holds: (asked) => {
      const claude = claudeOf(asked)
      return claude !== undefined && is(claude, 'opus', 5)
    },
    *issues(asked) {
      const effort = effortOf(asked)
      if (modeOf(asked) === 'disabled' && (effort === 'xhigh' || effort === 'max'))
        yield { path: '/thinking/type', message: `"thinking.type.disabled" is not supported with effort "${effort}" for this model.` }
    },
  },
  {
    id: 'A9',
    confidence: 'H',
    source: docs,
    holds: (asked) => modeOf(asked) === 'enabled',
    *issues({ body }) {
      const budget = object(body['thinking'])['budget_tokens']
      if (!says(budget)) yield { path: '/thinking/budget_tokens', message: 'thinking.enabled.budget_tokens: Field required' }
      else if ((number(budget) ?? 0) < 1024)
        yield { path: '/thinking/budget_tokens', message: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024' }
    },
  },
  {
    id: 'A10',
    confidence: 'H',
    source: docs,
    holds: (asked) => modeOf(asked) === 'enabled',
    *issues({ body }) {
      const budget = number(object(body['thinking'])['budget_tokens'])
      const most = number(body['max_tokens'])
      if (budget !== undefined && most !== undefined && budget >= most)
        yield {
          path: '/max_tokens',
          message: `\`max_tokens\` must be greater than \`thinking.budget_tokens\`. Please consult our documentation at ${docs}#max-tokens-and-context-window-size`,
        }
    },
  },
  {
    id: 'A11',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use',
    holds: (asked) => modeOf(asked) === 'enabled',
    *issues(asked) {
      const forced = forcedTool(asked)
      if (forced) yield { path: forced.at, message: 'Thinking may not be enabled when tool_choice forces tool use.' }
    },
  },
  {
    id: 'A37',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/about-claude/models/overview',
    holds: () => true,
    *issues(asked) {
      const most = number(asked.body['max_tokens'])
      if (most === undefined) return yield { path: '/max_tokens', message: 'max_tokens: Field required' }
      const claude = claudeOf(asked)
      const limit = claude && maxOutputOf(claude)
      // A limit of 0 tokens is legal: it warms a cache.
      if (most < 0) yield { path: '/max_tokens', message: 'max_tokens: Input should be greater than or equal to 1' }
      else if (limit !== undefined && most > limit)
        yield {
          path: '/max_tokens',
          message: `max_tokens: ${most} > ${limit}, which is the maximum allowed number of output tokens for ${asked.model.id}`,
        }
    },
  },
]

function modeOf({ body }: Judged): string | undefined {
  return text(object(body['thinking'])['type'])
}

function effortOf({ body }: Judged): string | undefined {
  return text(object(body['output_config'])['effort'])
}
