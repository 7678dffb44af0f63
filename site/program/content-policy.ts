import { hash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Gives each page of a built site its content security policy: what stands in the page runs by its hash, everything else comes from the site.
 * A server that sends a policy of its own can only narrow it.
 */
export function addContentPolicies(folder: string): void {
  for (const file of globSync('**/*.html', { cwd: folder })) {
    const path = join(folder, file)
    const html = readFileSync(path, 'utf8')
    const policy = policyOf(html)
    writeFileSync(
      path,
      html.replace(/<head>(<meta charset="utf-8"\s*\/?>)?/i, `$&<meta http-equiv="content-security-policy" content="${policy}">`),
    )
  }
}

/** Policy of a page. */
export function policyOf(html: string): string {
  return [
    "default-src 'self'",
    // The search is WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval' ${hashesOf(html, 'script')}`,
    `style-src 'self' ${hashesOf(html, 'style')}`,
    // The colours of code are attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]
    .map((directive) => directive.trim())
    .join('; ')
}

function hashesOf(html: string, element: 'script' | 'style'): string {
  const texts = [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>([^]*?)</${element}>`, 'g'))]
    .filter(([, attributes = '']) => !/\ssrc=/.test(attributes))
    .map(([, , text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`)
  return [...new Set(texts)].join(' ')
}
