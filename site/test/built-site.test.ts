import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addContentPolicies, policyOf } from '../program/content-policy.ts'
import { checkLinks } from '../program/links.ts'
import { serveFolder } from '../program/serve-folder.ts'

const folders: string[] = []

function siteOf(pages: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-site-test-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('links to pages, anchors and files are followed', () => {
  const folder = siteOf({
    'index.html': '<a href="/a/#one">1</a><a href="a/?x=1#one">2</a><img src="/b.svg"><a href="https://example.com/">3</a>',
    'a/index.html': '<h2 id="one">One</h2><a href="../">up</a><a href="#one">here</a>',
    'b.svg': '',
  })
  expect(checkLinks(folder, '/')).toEqual({ followed: 5, broken: [], external: ['https://example.com/'] })
})

test('what leads nowhere is named with its page', () => {
  const folder = siteOf({
    'index.html': '<a href="/a/#two">1</a><a href="/c/">2</a><script>"<a href=\'/no/\'>"</script>',
    'a/index.html': '<h2 id="one">One</h2>',
  })
  expect(checkLinks(folder, '/').broken).toEqual(['/: /a/#two has no such anchor', '/: /c/ is not there'])
})

test('a link that forgets the path of the site is broken', () => {
  const folder = siteOf({ 'index.html': '<a href="/a/">1</a><a href="/docs/a/">2</a>', 'a/index.html': '' })
  expect(checkLinks(folder, '/docs/').broken).toEqual(['/docs/: /a/ is outside of /docs/'])
})

test('a page may run what stands in it, and nothing else', () => {
  const script = 'document.title = "x"'
  const folder = siteOf({ 'index.html': `<!doctype html><html><head><meta charset="utf-8"></head><script>${script}</script></html>` })
  addContentPolicies(folder)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(html).toContain(`<meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'self';`)
  expect(html).toContain(`'sha256-${hash('sha256', script, 'base64')}'`)
  expect(policyOf('<script src="/x.js"></script>')).toContain("script-src 'self' 'wasm-unsafe-eval';")
})

test('the server of the checks serves folders, and a page for what is missing', async () => {
  const folder = siteOf({ 'index.html': 'home', 'a/index.html': 'a', '404.html': 'missing' })
  const server = await serveFolder(folder, '/docs/')
  try {
    const answers = await Promise.all(['', 'a/', 'b/', '../../etc/passwd'].map((path) => fetch(server.url + path)))
    expect(await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))).toEqual([
      '200 home',
      '200 a',
      '404 missing',
      '404 missing',
    ])
  } finally {
    server.close()
  }
})
