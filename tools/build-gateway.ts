// Builds the gateway as it is published, into apps/gateway/dist/package: one bundle for plain Node, with nothing to install beside it.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { buildConsole } from './build-console.ts'
import { licenceTexts, packagesOf, readLicensed } from './licences.ts'
import { sbomFile, sbomOf } from './sbom.ts'
import { root, type Manifest } from './workspace.ts'

const app = join(root, 'apps/gateway')

/** The published package, after a build. */
export const gatewayPackage = join(app, 'dist/package')

/** Versions of Node that run the bundle; `apps/gateway/src/main.ts` tells the others. */
const engines = '^22.15.0 || >=24'

/** Files that are published as they are. There is no changelog before the first release. */
const papers = ['LICENSE', 'CHANGELOG.md', 'interlingua.example.yaml', 'interlingua.schema.json', 'deploy'].filter((name) =>
  existsSync(join(app, name)),
)

interface GatewayManifest extends Manifest {
  readonly description: string
  readonly license: string
  readonly repository: object
}

/**
 * Builds the package into `folder`, and says what its files are made of. `external`: packages that stay outside of the bundle, beside the demo's encoders, which a user may install.
 */
export async function buildGateway(folder: string = gatewayPackage, external: readonly string[] = []): Promise<Metafile> {
  const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as GatewayManifest
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(root, 'packages/scripted-provider/package.json'), 'utf8')) as Manifest
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: app,
    entryPoints: ['src/main.ts'],
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.15',
    // The main file of jsonc-parser is in CommonJS and cannot be bundled.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    // Names stay as they are: they are read in stack traces, and some libraries read those of classes.
    minifySyntax: true,
    minifyWhitespace: true,
    // A crash prints the line that it was in.
    lineLimit: 200,
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'error',
    external: [...Object.keys(peerDependencies).flatMap((name) => [name, `${name}/*`]), ...external],
    // Libraries in CommonJS ask for modules of Node by `require`, which ES modules do not have.
    banner: { js: "import{createRequire as $createRequire}from'node:module';const require=$createRequire(import.meta.url);" },
    plugins: [usedOfUndici, unmappedLibraries],
  })
  dropMapsOfLibraries(metafile)
  // The catalogue is read when a price is looked up, from the folder of the module that reads it.
  cpSync(join(app, 'src/catalogue/catalogue.json'), join(folder, 'dist/catalogue.json'))
  const ofPage = buildConsole(join(folder, 'dist/console'))
  for (const paper of papers) cpSync(join(app, paper), join(folder, paper), { recursive: true })
  writeFileSync(join(folder, 'README.md'), linksToRepository(readFileSync(join(app, 'README.md'), 'utf8')))
  // The catalogue is made of another package's data.
  const found = [...packagesOf(inputsOf(metafile)), ...ofPage, readLicensed(join(root, 'node_modules/@pydantic/genai-prices'))]
  const packages = [...new Map(found.map((each) => [each.folder, each])).values()]
  const facts = readFileSync(join(app, 'src/catalogue/facts-licence.txt'), 'utf8')
  writeFileSync(
    join(folder, 'THIRD-PARTY.txt'),
    `${licenceTexts(packages).trimEnd()}

${facts}`,
  )
  const parts = packages.map((each) => ({ ...each, needs: [] }))
  const own = { name: manifest.name, version: manifest.version, licence: manifest.license, needs: packages.map((each) => each.folder) }
  writeFileSync(join(folder, sbomFile), sbomOf(own, parts))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published(manifest, peerDependencies), undefined, 2)}\n`)
  return metafile
}

function published({ name, version, description, license, repository }: GatewayManifest, peers: Readonly<Record<string, string>>): object {
  return {
    name,
    version,
    description,
    keywords: ['llm', 'gateway', 'proxy', 'openai', 'anthropic', 'gemini'],
    license,
    repository,
    bin: { interlingua: './dist/main.js' },
    files: ['dist', 'THIRD-PARTY.txt', sbomFile, ...papers.filter((paper) => paper !== 'LICENSE')],
    type: 'module',
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
    engines: { node: engines },
  }
}

/** Takes of undici only what the gateway uses: the whole costs a start 0.1 s and 20 MB. A build fails where another name is imported. */
const usedOfUndici: Plugin = {
  name: 'used-of-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ importer }) => ({ path: 'undici', namespace: 'used', pluginData: dirname(importer) }))
    onLoad({ filter: /^undici$/, namespace: 'used' }, ({ pluginData }) => ({
      contents: `
        import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
        import api from 'undici/lib/api/index.js'
        Object.assign(Dispatcher.prototype, api) // as its index does
        export { default as Client } from 'undici/lib/dispatcher/client.js'
        export { default as Pool } from 'undici/lib/dispatcher/pool.js'
        export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js'
        export { default as errors } from 'undici/lib/core/errors.js'`,
      resolveDir: String(pluginData),
    }))
  },
}

/** Libraries have no lines in the source maps, which are three times as large with them. */
const unmappedLibraries: Plugin = {
  name: 'unmapped-libraries',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${emptyMap}`,
      loader: 'js',
    }))
  },
}

const emptyMap = Buffer.from(JSON.stringify({ version: 3, sources: [], mappings: '' })).toString('base64')

/** A file of nothing but libraries has no lines in its map. */
function dropMapsOfLibraries({ outputs }: Metafile): void {
  for (const [output, { inputs }] of Object.entries(outputs)) {
    if (!output.endsWith('.js') || !Object.keys(inputs).every((input) => input.includes('node_modules/'))) continue
    const file = join(app, output)
    rmSync(`${file}.map`)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\/\/# sourceMappingURL=.*\n?$/, ''))
  }
}

/** Files that are in the bundle, or a part of them. */
function inputsOf({ outputs }: Metafile): readonly string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))
  return [...new Set(files.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => join(app, file)))].filter(existsSync)
}

/** A page of the repository, read outside of it. */
function linksToRepository(page: string): string {
  return page.replaceAll('](../../', '](https://github.com/interlingua/interlingua/blob/main/')
}

if (import.meta.main) await buildGateway()
