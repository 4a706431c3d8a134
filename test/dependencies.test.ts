/** Packages: each used, and where its kind of dependency says. */
import { describe, expect, it } from 'vitest'
import { filesIn, read, sources } from './fixtures/project-files.ts'

describe('dependencies', () => {
  const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >
  /** Used by another way than a file that names them. */
  const otherwise: Record<string, string> = {
    node: 'the version that everything runs in',
    '@swc/core': 'reads TypeScript for dependency-cruiser',
    '@testing-library/dom': 'demanded by @testing-library/react',
  }
  const configuration = ['vite.config.ts', 'vitest.config.ts', 'vitest.cloud.config.ts']
  const named = (files: string[]) => {
    const texts = files.map(read).join('\n')
    // As a module, a font of a style sheet, a file in it, or the environment of a test.
    return (name: string) =>
      ['', '/'].some((end) => new RegExp(`['"\`/]${name}${end || `['"\`]`}`).test(texts))
  }
  const inProduct = named([...sources, ...filesIn('web', /\.css$/), ...configuration])
  const inTests = named(filesIn('test'))
  const inScripts = (name: string) => Object.values(scripts!).some((line) => line.includes(`/${name}/`))
  const isTypes = (name: string) => name.startsWith('@types/')

  it('are each used by somebody', () => {
    const unused = [...Object.keys(dependencies!), ...Object.keys(devDependencies!)].filter(
      (name) =>
        !(name in otherwise) && !isTypes(name) && !inProduct(name) && !inTests(name) && !inScripts(name),
    )
    expect(unused).toEqual([])
  })
  it('have types only for what is used', () => {
    const unused = Object.keys(devDependencies!)
      .filter(isTypes)
      .map((name) => name.slice('@types/'.length))
      .filter((name) => !(name in otherwise) && !inProduct(name) && !inTests(name))
    expect(unused).toEqual([])
  })
  it('are only for development where only tests use them', () => {
    const misplaced = Object.keys(dependencies!).filter(
      (name) => !(name in otherwise) && !inProduct(name) && inTests(name),
    )
    expect(misplaced).toEqual([])
  })
})
