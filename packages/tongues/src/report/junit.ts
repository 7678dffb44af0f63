import { didRun, isFailure } from '../run/outcome.ts'
import type { Report } from './json-report.ts'

/** JUnit of a report: a suite an axis and one of the drafts, a test a permutation. */
export function junitOf(report: Report): string {
  const rules = new Map(report.cases.map((each) => [each.id, each.rule]))
  const drafts = new Set(report.cases.flatMap(({ id, status }) => (status === 'draft' ? [id] : [])))
  const suites = [...Map.groupBy(report.results, ({ id, axis }) => (drafts.has(id) ? 'drafts' : axis))].map(([axis, list]) => {
    const failed = list.filter((result) => result.scored && isFailure(result.verdict, result.axis))
    // Findings of drafts are no failures yet.
    const skipped = list.filter(({ id, verdict, axis: own }) => !didRun(verdict) || (drafts.has(id) && isFailure(verdict, own)))
    const tests = list.map((result) => {
      const seconds = ((report.timing.ms[result.name] ?? 0) / 1000).toFixed(3)
      const head = `    <testcase name="${escape(result.name)}" classname="tongues.${axis}" time="${seconds}"`
      if (skipped.includes(result)) return `${head}><skipped message="${escape(result.verdict)}"/></testcase>`
      if (!failed.includes(result)) return `${head}/>`
      const lines = result.checks.map(
        ({ id, expected, got }) => `${id}\n  expected: ${expected ?? ''}\n  got: ${(got ?? '').slice(0, 1_000)}`,
      )
      return `${head}><failure type="${escape(result.verdict)}" message="${escape(rules.get(result.id) ?? '')}">${escape(lines.join('\n'))}</failure></testcase>`
    })
    return `  <testsuite name="${axis}" tests="${list.length}" failures="${failed.length}" skipped="${skipped.length}">\n${tests.join('\n')}\n  </testsuite>`
  })
  const name = report.mode === 'front' ? 'tongues, mode front' : 'tongues'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}">\n${suites.join('\n')}\n</testsuites>\n`
}

/** Text for XML: without control characters, which XML has no way to say. */
export function escape(text: string): string {
  return text
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
