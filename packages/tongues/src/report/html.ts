import { formatIds } from '../formats/gist.ts'
import { axes, didRun, isFailure, type Verdict } from '../run/outcome.ts'
import type { Report } from './json-report.ts'
import { escape } from './junit.ts'
import { style } from './style.ts'

/** Letter of a verdict: colour is never alone. */
export const letters: Readonly<Record<Verdict, string>> = {
  pass: '·',
  named: 'n',
  coarse: 'c',
  refused: 'r',
  'silent loss': 'S',
  'false loss': 'L',
  wrong: 'W',
  'unsaid end': 'U',
  'false success': 'F',
  hang: 'H',
  crash: 'X',
  blocked: 'b',
  skipped: '-',
  'not judged': '~',
  'not offered': ' ',
}

/** Directions of a report: in mode `front` there is one for each format of clients. */
function orderOf({ mode }: Report): readonly string[] {
  return mode === 'front' ? formatIds.map((from) => `${from}>*`) : formatIds.flatMap((from) => formatIds.map((to) => `${from}>${to}`))
}

/** Page of a report: one file, readable without scripts, without a request to anywhere. */
export function htmlOf(report: Report): string {
  const title = `tongues: ${report.gateway.name}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(report.gateway.name)}${report.gateway.version === undefined ? '' : ` <small>${escape(report.gateway.version)}</small>`}</h1>
<p class="score ${report.score.alarms > 0 ? 'bad' : report.score.total < 95 ? 'mid' : 'good'}"><strong>${report.score.total} %</strong> of ${report.score.offered}/${report.mode === 'front' ? '4 formats of clients' : '16 directions'}${report.score.alarms > 0 ? `, <strong>${report.score.alarms} failures told as success, hangs or crashes</strong>` : ''}</p>
${report.mode === 'front' ? '<p class="note">Mode front: the upstream is the gateway’s own. Answers alone were judged; cases that need the upstream’s wire were not, and count nowhere.</p>' : ''}
${report.partial ? `<p class="note">This report is of a part of the suite: ${escape(report.stopped ?? '')}.</p>` : ''}
${axesOf(report)}
${directionsOf(report)}
${matrixOf(report)}
${failuresOf(report)}
${draftsOf(report)}
<footer><p>tongues ${escape(report.tongues)}, suite ${escape(report.suite)}, seed ${report.seed}; judges: ${Object.entries(report.judges)
    .map(([name, version]) => escape(`${name} ${version}`))
    .join(', ')}; ${escape(report.timing.began.slice(0, 10))}, ${Math.round(report.timing.seconds)} s.</p></footer>
</main>
</body>
</html>
`
}

function axesOf({ score }: Report): string {
  const rows = axes.flatMap((axis) => {
    const found = score.axes[axis]
    if (found === undefined) return []
    return [
      `<tr><th scope="row">${axis}</th><td class="bar"><span style="width:${found.score}%"></span></td><td class="number">${found.score} %</td><td class="number">${found.cases}</td></tr>`,
    ]
  })
  return `<section aria-labelledby="axes"><h2 id="axes">Axes</h2><table class="axes"><thead><tr><th scope="col">axis</th><th scope="col">score</th><th scope="col" class="number">percent</th><th scope="col" class="number">cases</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

/** Square of the directions: percent, and a word beside the colour. */
function directionsOf({ score, mode }: Report): string {
  const targets = mode === 'front' ? (['*'] as const) : formatIds
  const cell = (direction: string): string => {
    const found = score.directions[direction]
    if (found === undefined || !found.offered) return '<td class="none">not offered</td>'
    const kind = found.score >= 100 ? 'good' : found.score >= 80 ? 'mid' : 'bad'
    return `<td class="${kind}">${found.score} % <small>${{ good: 'all', mid: 'most', bad: 'poor' }[kind]}</small></td>`
  }
  const rows = formatIds.map((from) => `<tr><th scope="row">${names[from]}</th>${targets.map((to) => cell(`${from}>${to}`)).join('')}</tr>`)
  return `<section aria-labelledby="directions"><h2 id="directions">Directions</h2><div class="scroll" role="region" aria-label="Table of directions" tabindex="0"><table class="square"><thead><tr><th scope="col">client, upstream →</th>${targets.map((to) => `<th scope="col">${names[to]}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

const names = { M: 'Messages (M)', R: 'Responses (R)', C: 'Chat (C)', G: 'Gemini (G)', '*': 'its own' } as const

/** Matrix of cases and directions, a letter for the worse of document and stream. */
function matrixOf(report: Report): string {
  const order = orderOf(report)
  const byCase = Map.groupBy(report.results, ({ id }) => id)
  const rows = axes.flatMap((axis) => {
    const cases = report.cases.filter(({ id, status }) => status !== 'draft' && byCase.get(id)?.[0]?.axis === axis)
    if (cases.length === 0) return []
    const lines = cases.map(({ id, rule, status }) => {
      const list = byCase.get(id) ?? []
      const cells = order.map((direction) => {
        const found = list.filter(({ from, to }) => `${from}>${to}` === direction)
        if (found.length === 0) return '<td class="none"><span class="hidden">no such direction</span></td>'
        const failed = found.find((result) => isFailure(result.verdict, result.axis))
        const shown = failed ?? found[0]
        if (shown === undefined) return '<td></td>'
        const kind =
          failed === undefined
            ? !didRun(shown.verdict)
              ? 'none'
              : 'good'
            : shown.verdict === 'coarse' || shown.verdict === 'named' || shown.verdict === 'refused'
              ? 'mid'
              : 'bad'
        const text = `${letters[shown.verdict]}<span class="hidden"> ${shown.verdict}</span>`
        return `<td class="${kind}">${failed === undefined ? text : `<a href="#${anchor(shown.name)}" title="${escape(`${shown.name}: ${shown.verdict}`)}">${text}</a>`}</td>`
      })
      return `<tr><th scope="row" title="${escape(rule)}">${escape(id)}${status === 'stable' ? '' : ` <small>${status}</small>`}</th>${cells.join('')}</tr>`
    })
    return [`<tr class="axis"><th scope="rowgroup" colspan="${order.length + 1}">${axis}</th></tr>`, ...lines]
  })
  const legend = Object.entries(letters)
    .filter(([, letter]) => letter !== ' ')
    .map(([verdict, letter]) => `<span><b>${letter}</b> ${verdict}</span>`)
    .join(' ')
  return `<section aria-labelledby="matrix"><h2 id="matrix">Cases</h2><p class="legend">${legend}</p><div class="scroll" role="region" aria-label="Table of cases" tabindex="0"><table class="matrix"><thead><tr><th scope="col">case</th>${order.map((direction) => `<th scope="col">${escape(direction)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

function anchor(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9]+/g, '-')
}

/** Bytes of wires that a page may hold; what is beyond is in report.json. */
const pageBytes = 1_200_000

function failuresOf(report: Report): string {
  const drafts = draftsIn(report)
  const failed = report.results.filter(({ id, verdict, axis }) => !drafts.has(id) && isFailure(verdict, axis))
  if (failed.length === 0) return '<section aria-labelledby="failures"><h2 id="failures">Failures</h2><p>None.</p></section>'
  return `<section aria-labelledby="failures"><h2 id="failures">Failures</h2>${detailsOf(failed, report).join('\n')}</section>`
}

/** Draft cases, which count nowhere: how many of their permutations pass, and the failures. */
function draftsOf(report: Report): string {
  const drafts = draftsIn(report)
  const ran = report.results.filter(({ id, verdict }) => drafts.has(id) && didRun(verdict))
  if (ran.length === 0) return ''
  const rows = [...Map.groupBy(ran, ({ id }) => id)].map(([id, list]) => {
    const good = list.filter(({ verdict, axis }) => !isFailure(verdict, axis)).length
    const rule = report.cases.find((each) => each.id === id)?.rule ?? ''
    return `<tr><th scope="row">${escape(id)}</th><td class="${good === list.length ? 'good' : 'bad'}">${good} of ${list.length}</td><td>${escape(rule)}</td></tr>`
  })
  const failed = ran.filter(({ verdict, axis }) => isFailure(verdict, axis))
  return `<section aria-labelledby="drafts"><h2 id="drafts">Drafts</h2><p>Cases of formats that are not scored yet: Gemini Interactions (I) and Bedrock Converse (B).</p><div class="scroll" role="region" aria-label="Table of drafts" tabindex="0"><table><thead><tr><th scope="col">case</th><th scope="col">passed</th><th scope="col">rule</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>${detailsOf(failed, report).join('\n')}</section>`
}

function draftsIn({ cases }: Report): ReadonlySet<string> {
  return new Set(cases.flatMap(({ id, status }) => (status === 'draft' ? [id] : [])))
}

/** A part of the page for each failure, with its wires. */
function detailsOf(failed: Report['results'], report: Report): readonly string[] {
  const rules = new Map(report.cases.map((each) => [each.id, each]))
  let left = pageBytes
  return failed.map((result) => {
    const given = rules.get(result.id)
    const checks = result.checks.map(
      ({ id, verdict, expected, got }) =>
        `<li><b>${escape(verdict)}</b> ${escape(id)}<dl><dt>expected</dt><dd><code>${escape(clip(expected))}</code></dd><dt>got</dt><dd><code>${escape(clip(got))}</code></dd></dl></li>`,
    )
    const sources = (given?.source ?? []).map(({ url, type, says, seen }) => {
      if (seen !== undefined) return `<li>seen: ${escape(seen.join(', '))}</li>`
      return `<li>${url === undefined ? `<code>${escape(type ?? '')}</code>` : `<a href="${escape(url)}">${escape(url)}</a>`}: ${escape(says ?? '')}</li>`
    })
    const wires = (result.wires ?? []).map((wire) => {
      const block = (label: string, text: string): string => `<p>${label}</p><pre tabindex="0">${escape(clip(text, 3_000))}</pre>`
      const made = [
        block('client sent', wire.clientSent),
        ...wire.upstreamGot.map((text) => block('upstream got', text)),
        ...wire.upstreamSent.map((text) => block('upstream sent', text)),
        block('client got', wire.clientGot),
        block('again, by hand', wire.curl),
      ].join('')
      left -= made.length
      return left > 0 ? made : '<p>The wires are in report.json.</p>'
    })
    return `<details id="${anchor(result.name)}"><summary><b class="tag">${letters[result.verdict]} ${escape(result.verdict)}</b> ${escape(result.name)}</summary><p class="rule">${escape(given?.rule ?? '')}</p><ul>${sources.join('')}</ul><ol>${checks.slice(0, 8).join('')}</ol>${wires.join('')}</details>`
  })
}

function clip(text = '', most = 1_500): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`
}
