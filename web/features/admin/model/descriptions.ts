/** The classes of administration data. A new flat class is a row here, its texts, and a row of the table of routes. */
import * as admin from '../../../../shared/model/administration.ts'
import type { ClassDescription, Source } from './description.ts'

const title = { key: 'title', kind: 'localized', isRequired: true } as const
const order = { key: 'order', kind: 'number', isWhole: true } as const
const many = (key: string, from: Source) => ({ key, kind: 'many', from }) as const

export const descriptions = {
  country: {
    entityclass: 'country',
    schema: admin.country,
    title: 'title',
    fields: [
      title,
      {
        key: 'isoCode',
        kind: 'text',
        isRequired: true,
        isUpperCase: true,
        pattern: { expression: /^[A-Z]{2}$/, issue: 'isoCode' },
      },
      { key: 'enabled', kind: 'check' },
    ],
    columns: ['isoCode', 'enabled'],
  },
  region: {
    entityclass: 'region',
    schema: admin.region,
    title: 'title',
    fields: [
      title,
      { key: 'country', kind: 'select', from: { entities: 'country' }, isRequired: true },
      { key: 'active', kind: 'check' },
    ],
    columns: ['country', 'active'],
    narrowBy: 'country',
  },
  label: {
    entityclass: 'label',
    schema: admin.label,
    title: 'title',
    fields: [
      title,
      { key: 'color', kind: 'colour', isRequired: true },
      { key: 'isWarning', kind: 'check' },
      { key: 'sendEmailOnNote', kind: 'check' },
    ],
    columns: ['color', 'isWarning', 'sendEmailOnNote'],
  },
  selectoption: {
    entityclass: 'selectoption',
    schema: admin.selectOption,
    title: 'title',
    fields: [
      {
        key: 'type',
        kind: 'select',
        from: { values: admin.selectOptionTypes, texts: 'optionType' },
        isRequired: true,
      },
      title,
      { key: 'group', kind: 'text' },
      order,
      { key: 'enabled', kind: 'check' },
    ],
    columns: ['type', 'group', 'order', 'enabled'],
    sort: 'order:asc',
    narrowBy: 'type',
  },
  restrictiontext: {
    entityclass: 'restrictiontext',
    schema: admin.restrictionText,
    title: 'text',
    fields: [
      { key: 'text', kind: 'localizedLong', isRequired: true },
      many('standards', { entities: 'biostandard' }),
      many('categories', { entities: 'category' }),
      { key: 'active', kind: 'check' },
    ],
    columns: ['standards', 'categories', 'active'],
  },
  permit: {
    entityclass: 'permit',
    schema: admin.permit,
    title: 'title',
    fields: [
      title,
      many('lists', { entities: 'list' }),
      many('mainCategories', 'mainCategories'),
      { key: 'linkTemplate', kind: 'text', hasHint: true },
      { key: 'permitText', kind: 'localized' },
      { key: 'linkText', kind: 'localized' },
    ],
    columns: ['lists', 'mainCategories', 'linkTemplate'],
  },
} as const satisfies Record<string, ClassDescription>
