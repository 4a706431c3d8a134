/** Made by scripts/fixed-ids.ts; the ids never change. */
export const fixedIds = {
  mainCategory: {
    fertilisers: '1fa676ba-b2b9-5721-b90b-896fb500fd17',
    'plant-protection-agents': 'd7e6683b-4c21-5fe6-8534-fdcb62439450',
    'plant-strengthening-agents': 'd88ad8a6-1ef9-5253-b543-4a31f3f13c54',
    'cleaning-disinfection-agents': '387958f5-2f71-54aa-8720-e2ed3f9a34e8',
    antiparasitica: '776f3801-62e3-5f66-8f05-2ebf6d6ce57e',
    'animal-feed': 'a3ac7078-b69e-5e9f-980a-e6b02004be88',
    'food-additives': '89f32818-5b61-5253-a2ea-5e5312e1b325',
  },
  list: {
    base: 'f1221f3d-696b-504c-a8e5-449750715fae',
  },
  contactFunction: {
    general: 'a1871b91-24b3-55fa-bae3-a9d4ba9a985b',
    invoice: '601f6fc5-30ca-53bb-8af6-0ba2095a8939',
    secondary: 'c7f69da0-7bc3-5a7d-99fd-d62d0327d537',
  },
  account: {
    system: 'd8324261-8ab1-5983-be7c-60e9eb0bed10',
  },
} as const
