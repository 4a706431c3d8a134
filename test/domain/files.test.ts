/** What becomes of a file's type, and what a data URI holds. */
import { expect, it } from 'vitest'
import { readDataUri } from '../../functions/domain/file/upload.ts'
import { isPicture, servedType } from '../../shared/rules/file-types.ts'

it('keeps types that browsers show without running anything of them, and no others', () => {
  expect(servedType('application/pdf')).toBe('application/pdf')
  expect(servedType('Image/PNG')).toBe('image/png')
  expect(servedType('text/plain; charset=utf-8')).toBe('text/plain')
  for (const type of [
    '',
    'text/html',
    'application/xhtml+xml',
    'image/svg+xml',
    'application/xml',
    'text/javascript',
    'text/plain,text/html',
    'application/pdf\ttext/html',
    'unknown/type',
  ])
    expect(servedType(type), type).toBe('application/octet-stream')
})
it('shows pictures by their name, never drawings that may hold scripts', () => {
  const names = ['Etikett.JPG', 'a.png', 'photo.old.webp', 'drawing.svg', 'png', 'a.png.html', 'a.pdf']
  expect(names.filter(isPicture)).toEqual(['Etikett.JPG', 'a.png', 'photo.old.webp'])
})
it('reads the content of a data URI in base64, and nothing else', () => {
  const text = (uri: string) => {
    const body = readDataUri(uri)
    return body && new TextDecoder().decode(body)
  }
  expect(text('data:text/plain;charset=utf-8;base64,R3LDvMOfZQ==')).toBe('Grüße')
  expect(text('data:;base64,')).toBe('')
  for (const wrong of [
    '',
    'R3LDvMOfZQ==',
    'data:,x',
    'data:text/plain,x',
    'data:;base64,R3',
    'data:;base64,R3L =',
  ])
    expect(text(wrong), wrong).toBeUndefined()
})
