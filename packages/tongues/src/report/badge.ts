import type { Report } from './json-report.ts'

/** Badge as SVG, and as the JSON that shields.io reads. */
export function badgeOf({ score, mode }: Report): { readonly 'badge.svg': string; readonly 'badge.json': string } {
  const text = `${score.total} % of ${score.offered}/${mode === 'front' ? '4, answers alone' : '16'}`
  const colour = score.alarms > 0 ? 'red' : score.total < 80 ? 'orange' : score.total < 95 ? 'yellowgreen' : 'brightgreen'
  const fill = { red: '#b3261e', orange: '#9a5b00', yellowgreen: '#5c6b00', brightgreen: '#1b6e35' }[colour]
  const [left, right] = [62, 14 + text.length * 7]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="tongues: ${text}"><title>tongues: ${text}</title><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${fill}"/><g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle"><text x="${left / 2}" y="14">tongues</text><text x="${left + right / 2}" y="14">${text}</text></g></svg>\n`
  const json = { schemaVersion: 1, label: 'tongues', message: text, color: colour }
  return { 'badge.svg': svg, 'badge.json': `${JSON.stringify(json)}\n` }
}
