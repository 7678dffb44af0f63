import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, relative } from 'node:path'
import { Application, type Context, Converter, ReflectionKind } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { listWorkspaces, root } from '../../tools/workspace.ts'
import { addressIn, type Page } from '../pages/markdown-page.ts'
import type { SidebarEntry } from '../pages/site-map.ts'

/** Module that users import. */
interface ApiModule {
  /** As it is imported: `@interlingua/core/lower`. */
  readonly specifier: string
  /** Address below `api/`: `core/lower`. */
  readonly path: string
  readonly file: string
  /** Folder of its package. */
  readonly id: string
  readonly description: string
}

/** Pages of all modules that the public packages export, from their types. */
export async function apiPages(base: string): Promise<{ readonly pages: readonly Page[]; readonly entries: readonly SidebarEntry[] }> {
  const modules = listModules()
  const out = mkdtempSync(join(tmpdir(), 'interlingua-api-'))
  try {
    await generate(modules, out)
    return {
      pages: [indexPage(modules, base), ...modules.map((module) => modulePage(module, out, base))],
      entries: modules.map(({ specifier, path }) => ({ label: specifier, slug: `api/${path}` })),
    }
  } finally {
    rmSync(out, { recursive: true })
  }
}

function listModules(): readonly ApiModule[] {
  return listWorkspaces('packages/*')
    .filter(({ manifest }) => manifest.private !== true)
    .flatMap(({ folder, id, manifest }) =>
      Object.entries(manifest.exports ?? {}).map(([entry, file]) => {
        const specifier = `${manifest.name}${entry.slice(1)}`
        return {
          specifier,
          path: specifier.replace('@interlingua/', ''),
          file: join(root, folder, file),
          id,
          description: descriptionOf(folder),
        }
      }),
    )
}

function descriptionOf(folder: string): string {
  const { description } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { readonly description?: string } // npm's own file
  return description ?? ''
}

async function generate(modules: readonly ApiModule[], out: string): Promise<void> {
  const tsconfig = join(out, 'tsconfig.json')
  writeFileSync(
    tsconfig,
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      },
      files: modules.map(({ file }) => file),
    }),
  )
  const options: PluginOptions = {
    hideBreadcrumbs: true,
    hidePageHeader: true,
    hidePageTitle: true,
    useCodeBlocks: true,
    expandParameters: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    enumMembersFormat: 'table',
    outputFileStrategy: 'modules',
    tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideOverrides: true },
  }
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: modules.map(({ file }) => file),
    tsconfig,
    out: join(out, 'pages'),
    basePath: root,
    disableSources: true,
    excludeExternals: true,
    groupOrder: ['Functions', 'Variables', 'Interfaces', 'Type Aliases', 'Classes', '*'],
    readme: 'none',
    excludePrivate: true,
    excludeInternal: true,
    // The compiler of the workspace has checked the sources; this one is older, and only reads them.
    skipErrorChecking: true,
    githubPages: false,
    logLevel: 'Error',
    ...options,
  })
  // Modules are named by how they are imported, not by their files.
  const paths = new Map(modules.map(({ file, path }) => [relative(root, file).replace(/(\/index)?\.ts$/, ''), path]))
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    for (const module of project.children ?? []) module.name = paths.get(module.name) ?? module.name
    // A destructured parameter has no name of its own.
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
      if (parameter.name === '__namedParameters') parameter.name = 'options'
  })
  const project = await app.convert()
  if (project === undefined) throw new Error('the types of the packages cannot be read')
  await app.generateOutputs(project)
}

function indexPage(modules: readonly ApiModule[], base: string): Page {
  return {
    slug: 'api',
    title: 'API reference',
    description: 'All modules that the packages export, from their types.',
    body: `Generated from the types and their comments. Most programs need [interlingua](${addressIn(base, 'api/interlingua')}) alone; the other packages are its pieces, and those of the gateway.

| module | what it is |
| --- | --- |
${modules.map(({ specifier, path, description }) => `| [\`${specifier}\`](${addressIn(base, `api/${path}`)}) | ${description} |`).join('\n')}`,
  }
}

function modulePage({ specifier, path, id, description }: ApiModule, out: string, base: string): Page {
  const text = readFileSync(join(out, 'pages', `${path}.md`), 'utf8').replaceAll(
    /\]\(([\w./-]+)\.md(#[^)]*)?\)/g,
    (_whole, target: string, anchor = '') => `](${addressIn(base, posix.join('api', posix.dirname(path), target))}${anchor})`,
  )
  return {
    slug: `api/${path}`,
    title: specifier,
    description: `${specifier}: ${description}`,
    // What a guide says of a word comes before what a type says of it.
    body: `${description}. What it is for: [the package](${addressIn(base, `packages/${id}`)}).

<div data-pagefind-weight="0.3">

${text}

</div>`,
  }
}
