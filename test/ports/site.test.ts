import { describe, expect, it } from 'vitest'
import { siteAt } from '../../functions/adapters/common/site.ts'
import { createSite } from '../../functions/adapters/embedded/site.ts'

describe('the site', () => {
  it('is where mails lead, as far as the installation knows its own address', () => {
    expect(siteAt(['https://inputlist.example.org']).home).toBe('https://inputlist.example.org')
    expect(siteAt(['https://*.cloudfront.net']).home).toBeUndefined()
    expect(createSite({}).home).toBe('http://localhost:3000')
    expect(createSite({ PORT: '4350' }).home).toBe('http://localhost:4350')
    expect(createSite({ ALLOWED_HOSTS: 'inputlist.example.org,10.0.0.5' }).home).toBe(
      'https://inputlist.example.org',
    )
    expect(createSite({ ALLOWED_HOSTS: '10.0.0.5:3000' }).home).toBe('http://10.0.0.5:3000')
  })
  it('knows its own origin on a stage, with a domain and without one', () => {
    const named = siteAt(['https://inputlist.example.org'])
    expect(named.isOwn('https://inputlist.example.org')).toBe(true)
    const edge = siteAt(['https://*.cloudfront.net'])
    expect(edge.isOwn('https://d111111abcdef8.cloudfront.net')).toBe(true)
    for (const origin of [
      'http://inputlist.example.org',
      'https://inputlist.example.org.evil.example',
      'https://xinputlist.example.org',
      'https://inputlist-example.org',
    ])
      expect(named.isOwn(origin), origin).toBe(false)
    for (const origin of ['https://a.b.cloudfront.net', 'https://evil.example/.cloudfront.net'])
      expect(edge.isOwn(origin), origin).toBe(false)
  })
  it('is this machine embedded, and the names that it answers under', () => {
    const site = createSite({ ALLOWED_HOSTS: 'Inputlist.example.org, 192.168.1.5:3000' })
    for (const origin of [
      'http://127.0.0.1:3000',
      'http://localhost:3000',
      'http://[::1]:3000',
      'https://inputlist.example.org',
      'http://192.168.1.5:3000',
    ])
      expect(site.isOwn(origin), origin).toBe(true)
    for (const origin of [
      'https://inputlist.example.com',
      // Another port of this machine is somebody else's page.
      'http://localhost',
      'http://localhost:1',
      'http://[::1]',
      'http://[::1]:8080',
      'http://192.168.1.5:8080',
      'https://inputlist.example.org:8443',
    ])
      expect(site.isOwn(origin), origin).toBe(false)
    expect(createSite({ PORT: '4350' }).isOwn('http://localhost:4350')).toBe(true)
    expect(createSite({ PORT: '4351', SITE_PORT: '4350' }).isOwn('http://localhost:4350')).toBe(true)
    expect(createSite({ PORT: '4350' }).isOwn('http://localhost:3000')).toBe(false)
    expect(createSite({ PORT: '0' }).isOwn('http://127.0.0.1:50123')).toBe(true)
    expect(createSite({}).isOwn('https://inputlist.example.org')).toBe(false)
  })
})
