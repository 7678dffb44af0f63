import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import type { StarlightUserConfig } from '@astrojs/starlight/types'
import { satteri } from '@astrojs/markdown-satteri'
import { defineConfig, passthroughImageService } from 'astro/config'

// Written by pages/write-pages.ts before this is read. A page of `src/pages` is no slug to Starlight, but a link.
const sidebar = JSON.parse(readFileSync(new URL('src/data/sidebar.json', import.meta.url), 'utf8'), (_key, value) =>
  value?.slug === 'loss-matrix' ? { label: value.label, link: '/loss-matrix/' } : value,
) as StarlightUserConfig['sidebar']

export default defineConfig({
  base: process.env['SITE_BASE'] ?? '/',
  trailingSlash: 'always',
  outDir: process.env['SITE_OUT'] ?? 'dist',
  image: { service: passthroughImageService() },
  // `--option` and quotes are to be read as they are written.
  markdown: { processor: satteri({ features: { smartPunctuation: false } }) },
  integrations: [
    starlight({
      title: 'Interlingua',
      description: 'Any LLM client, any LLM provider: wire formats translated through one canonical model, with every loss reported.',
      favicon: '/favicon.svg',
      sidebar,
      customCss: ['./src/styles/site.css'],
      components: { Footer: './src/components/Footer.astro' },
      expressiveCode: {
        themes: ['github-dark-high-contrast', 'github-light'],
        // Long lines wrap: a block that scrolls is one more stop for the keyboard, and hides its end on a phone.
        defaultProps: { wrap: true, overridesByLang: { sh: { frame: 'none' }, ini: { frame: 'auto' } } },
        styleOverrides: { borderRadius: '0.375rem' },
      },
      pagefind: true,
      credits: false,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
    }),
  ],
})
