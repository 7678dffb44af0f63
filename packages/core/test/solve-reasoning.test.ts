import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReasoningOptions } from '../src/index.ts'
import { effortBudgets, effortOfBudget, fitEffort, solveReasoning } from '../src/lower/index.ts'
import type { ReasoningCapabilities, ReasoningSurroundings } from '../src/lower/index.ts'
import { runs } from '../../../tools/runs.ts'

const range = { min: 1024, max: Number.POSITIVE_INFINITY, below: 'max-tokens', of: 'on' } as const
const byBudget: ReasoningCapabilities = {
  modes: { off: 'off', on: 'on', adaptive: 'on', 'between-tools': 'on' },
  implied: { effort: 'on', budgetTokens: 'on' },
  ruledOut: { on: { byForcedTool: 'off', byLostThoughts: 'off' } },
  efforts: [],
  budget: range,
  besideOff: ['effort'],
  summaries: { none: 'none', auto: 'auto', concise: 'auto', detailed: 'auto' },
  summaryBeside: ['on'],
}
const adaptive: ReasoningCapabilities = {
  ...byBudget,
  modes: { off: 'adaptive', on: 'adaptive', adaptive: 'adaptive', 'between-tools': 'between-tools' },
  implied: { effort: 'adaptive', budgetTokens: 'adaptive', summary: 'adaptive' },
  efforts: ['low', 'medium', 'high', 'max'],
  highest: { 'between-tools': 'high' },
  summaryBeside: ['adaptive'],
}
const byEffort: ReasoningCapabilities = {
  modes: { off: 'unsaid', on: 'unsaid', adaptive: 'unsaid', 'between-tools': 'unsaid' },
  efforts: ['none', 'low', 'medium', 'high'],
  summaries: { none: 'none', auto: 'auto', concise: 'concise', detailed: 'detailed' },
  hidden: true,
}
const oneOfAll: ReasoningCapabilities = {
  modes: { off: 'on', on: 'unsaid', adaptive: 'adaptive', 'between-tools': 'on' },
  efforts: ['minimal', 'low', 'medium', 'high'],
  budget: { min: 1, max: 65_536 },
  exclusive: 'all',
  summaries: { none: 'none', auto: 'auto', concise: 'auto', detailed: 'auto' },
  hidden: true,
}
const bySwitch: ReasoningCapabilities = {
  modes: { off: 'off', on: 'on', adaptive: 'on', 'between-tools': 'on' },
  implied: { effort: 'on' },
  efforts: [],
  summaries: {},
}
const anything: ReasoningCapabilities = {
  modes: { off: 'off', on: 'on', adaptive: 'adaptive', 'between-tools': 'between-tools' },
  budget: { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, asked: true },
  besideOff: ['effort', 'budgetTokens'],
  exclusive: 'amounts',
  summaries: { none: 'none', auto: 'auto', concise: 'concise', detailed: 'detailed' },
}
const targets = { byBudget, adaptive, byEffort, oneOfAll, bySwitch, anything }

function run(can: ReasoningCapabilities, asked: ReasoningOptions, given: ReasoningSurroundings = { maxTokens: 100_000 }) {
  const told: string[] = []
  const solved = solveReasoning(asked, can, given, (code, field) => void told.push(`${code} ${field}`))
  return { solved, told }
}

describe('solveReasoning', () => {
  it('gives back what was asked for, itself, where the target takes it', () => {
    for (const [can, asked] of [
      [byBudget, { mode: 'on', budgetTokens: 2000, summary: 'auto' }],
      [adaptive, { mode: 'adaptive', effort: 'max', summary: 'none' }],
      [byEffort, { effort: 'low', summary: 'concise' }],
      [oneOfAll, { budgetTokens: 700, summary: 'none' }],
      [bySwitch, { mode: 'off' }],
      [anything, { mode: 'between-tools', effort: 'xhigh' }],
    ] as const) {
      const { solved, told } = run(can, asked)
      expect(solved).toBe(asked)
      expect(told).toEqual([])
    }
    expect(solveReasoning(undefined, byBudget, {}, () => expect.unreachable())).toBeUndefined()
  })

  it('takes the nearest mode, and says so', () => {
    expect(run(byBudget, { mode: 'between-tools', budgetTokens: 3000 })).toEqual({
      solved: { mode: 'on', budgetTokens: 3000 },
      told: ['reasoning-mode mode'],
    })
    expect(run(adaptive, { mode: 'on', budgetTokens: 3000 })).toEqual({
      solved: { mode: 'adaptive', effort: 'medium' },
      told: ['reasoning-mode mode'],
    })
    expect(run(adaptive, { mode: 'on' }).solved).toEqual({ mode: 'adaptive', effort: 'high' })
    expect(run(bySwitch, { mode: 'adaptive' })).toEqual({ solved: { mode: 'on' }, told: ['reasoning-mode mode'] })
  })

  it('reasons as little as it can where that cannot be turned off', () => {
    expect(run(adaptive, { mode: 'off' })).toEqual({ solved: { mode: 'adaptive', effort: 'low' }, told: ['reasoning-mode mode'] })
    expect(run(oneOfAll, { effort: 'none' })).toEqual({ solved: { effort: 'minimal', summary: 'auto' }, told: ['reasoning-mode effort'] })
    expect(run({ ...oneOfAll, efforts: [] }, { mode: 'off' }).solved).toEqual({ budgetTokens: 1, summary: 'auto' })
    expect(run({ ...byEffort, efforts: ['low', 'high'] }, { mode: 'off' })).toEqual({
      solved: { effort: 'low' },
      told: ['reasoning-always-on mode'],
    })
  })

  it('takes no effort for off, where that is the word, and off for no effort', () => {
    expect(run(byEffort, { mode: 'off' })).toEqual({ solved: { effort: 'none' }, told: [] })
    expect(run(byBudget, { effort: 'none' })).toEqual({ solved: { mode: 'off' }, told: [] })
    expect(run(byBudget, { mode: 'on', budgetTokens: 2000, effort: 'none' })).toEqual({
      solved: { mode: 'on', budgetTokens: 2000 },
      told: ['reasoning-effort effort'],
    })
    expect(run(byEffort, { mode: 'off', effort: 'high', budgetTokens: 5 })).toEqual({
      solved: { effort: 'none' },
      told: ['reasoning-effort effort', 'reasoning-budget budgetTokens'],
    })
  })

  it('says a mode by an effort or a budget where it has no word of its own', () => {
    expect(run(byEffort, { mode: 'adaptive', effort: 'high' })).toEqual({ solved: { effort: 'high', summary: 'auto' }, told: [] })
    expect(run(byEffort, { mode: 'on' })).toEqual({ solved: { summary: 'auto' }, told: ['reasoning-mode-unsaid mode'] })
    expect(run(oneOfAll, { mode: 'adaptive', effort: 'high' }).solved).toEqual({ effort: 'high', summary: 'auto' })
  })

  it('leaves reasoning out for a forced tool and for lost thoughts, and keeps an effort that may stand alone', () => {
    const can = { ...byBudget, efforts: ['low', 'high'] } as const
    expect(run(can, { mode: 'on', effort: 'high', budgetTokens: 3000 }, { forcedTool: true })).toEqual({
      solved: { mode: 'off', effort: 'high' },
      told: ['reasoning-left-out mode'],
    })
    expect(run(can, { budgetTokens: 3000 }, { lacksThoughts: () => true })).toEqual({
      solved: { mode: 'off' },
      told: ['reasoning-left-out budgetTokens'],
    })
    const softer: ReasoningCapabilities = {
      ...can,
      modes: { ...can.modes, adaptive: 'adaptive' },
      ruledOut: { on: { byForcedTool: 'off', byLostThoughts: 'adaptive' } },
    }
    expect(run(softer, { mode: 'on', budgetTokens: 30_000 }, { lacksThoughts: () => true })).toEqual({
      solved: { mode: 'adaptive', effort: 'high' },
      told: ['reasoning-mode mode'],
    })
    expect(run(softer, { mode: 'off' }, { lacksThoughts: () => expect.unreachable() }).solved).toEqual({ mode: 'off' })
  })

  it('says that reasoning is left out, whatever else was said of the same field', () => {
    expect(run(byBudget, { mode: 'between-tools', effort: 'low' }, { maxTokens: 500 })).toEqual({
      solved: { mode: 'off' },
      told: ['reasoning-mode mode', 'reasoning-effort effort', 'reasoning-left-out mode'],
    })
  })

  it('makes a budget of an effort, and an effort of a budget, by one table', () => {
    expect(run(byBudget, { effort: 'medium' })).toEqual({ solved: { mode: 'on', budgetTokens: 8192 }, told: ['reasoning-effort effort'] })
    expect(run(byEffort, { budgetTokens: 8192 })).toEqual({
      solved: { effort: 'medium', summary: 'auto' },
      told: ['reasoning-budget budgetTokens'],
    })
    for (const effort of ['none', 'low', 'medium', 'high', 'xhigh', 'max'] as const)
      expect(effortOfBudget(effortBudgets[effort])).toBe(effort)
    expect(run({ ...oneOfAll, efforts: [], budget: { min: 1, max: 99_000 } }, { effort: 'max' }).solved?.budgetTokens).toBe(99_000)
    expect(run(bySwitch, { effort: 'high' })).toEqual({ solved: { mode: 'on' }, told: ['reasoning-effort effort'] })
  })

  it('takes the effort where effort and budget exclude each other', () => {
    for (const can of [oneOfAll, anything])
      expect(run(can, { effort: 'low', budgetTokens: 9000, summary: 'auto' })).toEqual({
        solved: { effort: 'low', summary: 'auto' },
        told: ['reasoning-budget budgetTokens'],
      })
    expect(run({ ...oneOfAll, efforts: [] }, { effort: 'low', budgetTokens: 9000 })).toEqual({
      solved: { budgetTokens: 9000, summary: 'auto' },
      told: ['reasoning-effort effort'],
    })
  })

  it('fits a budget between the least and the cap of the answer, and gives up where nothing is between', () => {
    expect(run(byBudget, { mode: 'on', budgetTokens: 3000 }, { maxTokens: 2000 })).toEqual({
      solved: { mode: 'on', budgetTokens: 1999 },
      told: ['reasoning-budget budgetTokens'],
    })
    expect(run(byBudget, { mode: 'on', budgetTokens: 3000 }, {}).solved).toEqual({ mode: 'on', budgetTokens: 3000 })
    expect(run(byBudget, { mode: 'on', budgetTokens: 3000 }, { maxTokens: 1000 })).toEqual({
      solved: { mode: 'off' },
      told: ['reasoning-left-out mode'],
    })
  })

  it('leaves half of the cap to the answer where the budget is a guess, and gives up where that is too little', () => {
    const of = (asked: ReasoningOptions, maxTokens: number, can = byBudget) => run(can, asked, { maxTokens }).solved
    expect(of({ effort: 'high' }, 4096)).toEqual({ mode: 'on', budgetTokens: 2048 })
    expect(of({ effort: 'medium' }, 100_000)).toEqual({ mode: 'on', budgetTokens: 8192 })
    expect(of({ mode: 'on' }, 2048)).toEqual({ mode: 'on', budgetTokens: 1024 })
    expect(of({ mode: 'on' }, 2047)).toEqual({ mode: 'off' })
    // The caller's own is cut as far as it must be.
    expect(of({ mode: 'on', budgetTokens: 9000 }, 4096)).toEqual({ mode: 'on', budgetTokens: 4095 })
    const shared = { ...oneOfAll, efforts: [], budget: { min: 128, max: 24_576, below: 'shared' } } as const
    expect(of({ effort: 'high' }, 4096, shared)).toEqual({ budgetTokens: 2048, summary: 'auto' })
    expect(of({ effort: 'high' }, 100, shared)).toEqual({ budgetTokens: 128, summary: 'auto' })
    expect(of({ budgetTokens: 9000 }, 4096, shared)).toEqual({ budgetTokens: 9000, summary: 'auto' })
  })

  it('takes the next lower effort, and none above the highest of the mode', () => {
    expect(run(adaptive, { effort: 'xhigh' })).toEqual({ solved: { mode: 'adaptive', effort: 'high' }, told: ['reasoning-effort effort'] })
    expect(run(adaptive, { mode: 'between-tools', effort: 'max' }).solved).toEqual({ mode: 'between-tools', effort: 'high' })
    expect(fitEffort('minimal', ['none', 'low'])).toBe('low')
    expect(fitEffort('none', ['none', 'low'])).toBe('none')
    expect(fitEffort('max', ['none'])).toBeUndefined()
    expect(fitEffort('max', [])).toBeUndefined()
  })

  it('asks for a summary where reasoning is hidden and wanted, and for none where there is nothing to show', () => {
    expect(run(byEffort, { effort: 'none' }).solved).toEqual({ effort: 'none' })
    expect(run(byBudget, { mode: 'on', budgetTokens: 2000, summary: 'detailed' })).toEqual({
      solved: { mode: 'on', budgetTokens: 2000, summary: 'auto' },
      told: ['reasoning-summary summary'],
    })
    expect(run(byBudget, { mode: 'off', summary: 'auto' })).toEqual({ solved: { mode: 'off' }, told: ['reasoning-summary summary'] })
    expect(run(byBudget, { mode: 'off', summary: 'none' })).toEqual({ solved: { mode: 'off' }, told: [] })
    expect(run(bySwitch, { mode: 'on', summary: 'auto' })).toEqual({ solved: { mode: 'on' }, told: ['reasoning-summary-dropped summary'] })
    expect(run(adaptive, { summary: 'auto' }).solved).toEqual({ mode: 'adaptive', summary: 'auto' })
  })

  it('says what a model without any control does not hear; one that never reasons is off already', () => {
    const deaf: ReasoningCapabilities = { modes: {}, efforts: [], summaries: {} }
    expect(run(deaf, { mode: 'off', effort: 'high', budgetTokens: 1 })).toEqual({
      solved: undefined,
      told: ['reasoning-control mode', 'reasoning-control effort', 'reasoning-control budgetTokens'],
    })
    const never: ReasoningCapabilities = { modes: { off: 'unsaid' }, efforts: [], summaries: { none: 'none' } }
    expect(run(never, { mode: 'off', effort: 'none', summary: 'none' })).toEqual({ solved: undefined, told: [] })
    expect(run(never, { mode: 'on', summary: 'auto' }).told).toEqual(['reasoning-control mode', 'reasoning-summary-dropped summary'])
  })

  const options = fc.record(
    {
      mode: fc.constantFrom('off', 'on', 'adaptive', 'between-tools'),
      effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
      budgetTokens: fc.integer({ min: 0, max: 100_000 }),
      summary: fc.constantFrom('none', 'auto', 'concise', 'detailed'),
    },
    { requiredKeys: [] },
  )
  const given = fc.record({ maxTokens: fc.integer({ min: 1, max: 100_000 }), forcedTool: fc.boolean() }, { requiredKeys: ['maxTokens'] })

  it.each(Object.entries(targets))('tells a field once, beside what is left out, and nothing that was not asked for: %s', (_, can) => {
    fc.assert(
      fc.property(options, given, (asked: ReasoningOptions, rest) => {
        const told = run(can, asked, rest).told.filter((entry) => !entry.startsWith('reasoning-left-out'))
        const fields = told.map((entry) => entry.split(' ')[1] ?? '')
        expect(new Set(fields).size).toBe(fields.length)
        for (const field of fields) expect(asked).toHaveProperty(field)
      }),
      runs(500),
    )
  })

  it.each(Object.entries(targets))('finds nothing to say the second time: %s', (_, can) => {
    fc.assert(
      fc.property(options, given, (asked: ReasoningOptions, rest) => {
        const { solved } = run(can, asked, rest)
        if (solved !== undefined) expect(run(can, solved, rest)).toEqual({ solved, told: [] })
      }),
      runs(500),
    )
  })
})
