/** Name and audience of what somebody keeps. */
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import RadioGroup from '@cloudscape-design/components/radio-group'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type ReactNode, useState } from 'react'
import { cutText } from '../../../../shared/rules/cut-text.ts'
import type { KeptEntity } from '../../../api/kept.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Choices } from '../../../ui/search-tree/value-control.tsx'

/** As long as a title may be. */
const maxTitle = 500
export const copyTitle = (title: string) => cutText(title, maxTitle)

type Audience = 'me' | 'institutions' | 'all'
type Shared = Pick<KeptEntity['data'], 'title' | 'folder' | 'isPublic' | 'visibleForInstitutions'>
const audienceOf = (data: Shared | undefined): Audience =>
  data?.isPublic ? 'all' : data?.visibleForInstitutions.length ? 'institutions' : 'me'

/** `of`: what it begins with. `institutions`: those that it can be shown to. */
export function useKeptFields(
  { title: firstTitle, of }: { title: string; of: Shared | undefined },
  institutions: readonly { value: string; label: string }[],
): { fields: ReactNode; isIncomplete: boolean; data: Shared } {
  const t = useTexts('search')
  const [title, setTitle] = useState(firstTitle)
  const [folder, setFolder] = useState(of?.folder ?? '')
  const [audience, setAudience] = useState<Audience>(audienceOf(of))
  const [chosen, setChosen] = useState<string[]>(of?.visibleForInstitutions ?? [])
  return {
    isIncomplete: title.trim() === '' || (audience === 'institutions' && chosen.length === 0),
    data: {
      title: title.trim(),
      isPublic: audience === 'all',
      visibleForInstitutions: audience === 'institutions' ? chosen : [],
      ...(folder.trim() && { folder: folder.trim() }),
    },
    fields: (
      <SpaceBetween size="m">
        <FormField label={t('save.name')}>
          <Input value={title} onChange={({ detail }) => setTitle(detail.value)} />
        </FormField>
        <FormField label={t('save.folder')} description={t('save.folderText')}>
          <Input value={folder} onChange={({ detail }) => setFolder(detail.value)} />
        </FormField>
        <FormField label={t('save.audience')}>
          <RadioGroup
            value={audience}
            items={(['me', 'institutions', 'all'] as const).map((value) => ({
              value,
              label: t(`audience.${value}`),
            }))}
            onChange={({ detail }) => setAudience(detail.value as Audience)}
          />
        </FormField>
        {audience === 'institutions' && (
          <FormField label={t('save.institutions')}>
            <Choices
              label={t('save.institutions')}
              placeholder={t('choose')}
              options={institutions}
              values={chosen}
              onChange={setChosen}
            />
          </FormField>
        )}
      </SpaceBetween>
    ),
  }
}
