/** Category trees below the seven main categories; indented lines are children of the line above. */
import { fixedIds, type MainCategoryKey } from '../../shared/constants.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { t } from './titles.ts'

const trees: Record<MainCategoryKey, string> = {
  fertilisers: `
organic-fertilisers|Organische Dünger|Organic fertilisers|Abonos orgánicos|Engrais organiques|Szerves trágyák|Concimi organici|Organische meststoffen|Îngrășăminte organice|Organska gnojiva|Organiska gödselmedel
  horn|Hornprodukte|Horn products|Productos de cuerno|Produits à base de corne|Szarutermékek|Prodotti a base di corno|Hoornproducten|Produse din corn|Proizvodi od roga|Hornprodukter
  plant-based|Pflanzliche Dünger|Plant-based fertilisers|Abonos vegetales|Engrais végétaux|Növényi trágyák|Concimi vegetali|Plantaardige meststoffen|Îngrășăminte vegetale|Biljna gnojiva|Vegetabiliska gödselmedel
  compost|Komposte|Composts|Compost|Composts|Komposztok|Compost|Compost|Composturi|Komposti|Komposter
mineral-fertilisers|Mineralische Dünger|Mineral fertilisers|Abonos minerales|Engrais minéraux|Ásványi trágyák|Concimi minerali|Minerale meststoffen|Îngrășăminte minerale|Mineralna gnojiva|Mineralgödsel
  lime|Kalke|Limes|Enmiendas calizas|Amendements calciques|Meszek|Calci|Kalkmeststoffen|Amendamente calcaroase|Vapna|Kalk
  potassium|Kalidünger|Potassium fertilisers|Abonos potásicos|Engrais potassiques|Káliumtrágyák|Concimi potassici|Kalimeststoffen|Îngrășăminte cu potasiu|Kalijeva gnojiva|Kaligödsel
substrates|Substrate und Erden|Substrates and soils|Sustratos y tierras|Substrats et terreaux|Közegek és földek|Substrati e terricci|Substraten en potgrond|Substraturi și pământuri|Supstrati i zemlje|Substrat och jordar`,
  'plant-protection-agents': `
fungicides|Fungizide|Fungicides|Fungicidas|Fongicides|Gombaölő szerek|Fungicidi|Fungiciden|Fungicide|Fungicidi|Fungicider
  copper|Kupfermittel|Copper products|Productos de cobre|Produits cupriques|Réztartalmú szerek|Prodotti rameici|Kopermiddelen|Produse cuprice|Bakreni pripravci|Kopparmedel
  sulphur|Schwefelmittel|Sulphur products|Productos de azufre|Produits soufrés|Kéntartalmú szerek|Prodotti a base di zolfo|Zwavelmiddelen|Produse pe bază de sulf|Sumporni pripravci|Svavelmedel
insecticides|Insektizide|Insecticides|Insecticidas|Insecticides|Rovarölő szerek|Insetticidi|Insecticiden|Insecticide|Insekticidi|Insekticider
  pheromones|Pheromone|Pheromones|Feromonas|Phéromones|Feromonok|Feromoni|Feromonen|Feromoni|Feromoni|Feromoner
beneficials|Nützlinge|Beneficial organisms|Organismos auxiliares|Auxiliaires|Hasznos szervezetek|Organismi utili|Nuttige organismen|Organisme utile|Korisni organizmi|Nyttodjur
molluscicides|Mittel gegen Schnecken|Slug control|Productos contra babosas|Produits contre les limaces|Csigaölő szerek|Lumachicidi|Slakkenmiddelen|Produse contra limacșilor|Sredstva protiv puževa|Snigelmedel`,
  'plant-strengthening-agents': `
extracts|Pflanzenauszüge|Plant extracts|Extractos vegetales|Extraits végétaux|Növényi kivonatok|Estratti vegetali|Plantenextracten|Extracte vegetale|Biljni ekstrakti|Växtextrakt
algae|Algenpräparate|Algae preparations|Preparados de algas|Préparations d’algues|Algakészítmények|Preparati di alghe|Algenpreparaten|Preparate din alge|Pripravci od algi|Algpreparat
rock-dusts|Gesteinsmehle|Rock dusts|Polvos de roca|Poudres de roche|Kőporok|Farine di roccia|Gesteentemeel|Făinuri de rocă|Kamena brašna|Stenmjöl`,
  'cleaning-disinfection-agents': `
stable-cleaning|Stallreinigung|Stable cleaning|Limpieza de establos|Nettoyage des étables|Istállótisztítás|Pulizia delle stalle|Stalreiniging|Curățarea grajdurilor|Čišćenje staja|Stallrengöring
dairy-cleaning|Melktechnik|Milking equipment|Equipos de ordeño|Matériel de traite|Fejéstechnika|Impianti di mungitura|Melktechniek|Echipamente de muls|Oprema za mužnju|Mjölkningsutrustning
  teat-dips|Zitzenpflege|Teat care|Cuidado de pezones|Soins des trayons|Tőgybimbóápolás|Cura dei capezzoli|Speenverzorging|Îngrijirea mameloanelor|Njega sisa|Spenvård
processing-cleaning|Verarbeitungsbetriebe|Processing plants|Plantas de transformación|Ateliers de transformation|Feldolgozóüzemek|Stabilimenti di trasformazione|Verwerkingsbedrijven|Unități de procesare|Prerađivački pogoni|Förädlingsanläggningar`,
  antiparasitica: `
poultry-mites|Vogelmilben|Poultry mites|Ácaros de aves|Acariens des volailles|Madáratkák|Acari delle galline|Vogelmijten|Acarieni ai păsărilor|Ptičje grinje|Fågelkvalster
varroa|Varroa|Varroa|Varroa|Varroa|Varroa|Varroa|Varroa|Varroa|Varoa|Varroa
fly-control|Fliegen|Flies|Moscas|Mouches|Legyek|Mosche|Vliegen|Muște|Muhe|Flugor`,
  'animal-feed': `
feed-materials|Einzelfuttermittel|Feed materials|Materias primas para piensos|Matières premières|Takarmány-alapanyagok|Materie prime per mangimi|Voedermiddelen|Materii prime furajere|Krmiva|Foderråvaror
  protein-feed|Eiweissfutter|Protein feed|Piensos proteicos|Aliments protéiques|Fehérjetakarmányok|Mangimi proteici|Eiwitvoer|Furaje proteice|Proteinska krmiva|Proteinfoder
mineral-feed|Mineralfutter|Mineral feed|Piensos minerales|Aliments minéraux|Ásványi takarmányok|Mangimi minerali|Mineraalvoer|Furaje minerale|Mineralna krmiva|Mineralfoder
silage-agents|Siliermittel|Silage additives|Aditivos para ensilado|Agents d’ensilage|Silózási adalékok|Additivi per insilati|Kuilmiddelen|Aditivi de însilozare|Dodaci za silažu|Ensileringsmedel`,
  'food-additives': `
cultures|Starterkulturen|Starter cultures|Cultivos iniciadores|Ferments|Starterkultúrák|Colture starter|Starterculturen|Culturi starter|Starter kulture|Starterkulturer
thickeners|Verdickungsmittel|Thickeners|Espesantes|Épaississants|Sűrítőanyagok|Addensanti|Verdikkingsmiddelen|Agenți de îngroșare|Zgušnjivači|Förtjockningsmedel
processing-aids|Verarbeitungshilfsstoffe|Processing aids|Coadyuvantes tecnológicos|Auxiliaires technologiques|Technológiai segédanyagok|Coadiuvanti tecnologici|Technische hulpmiddelen|Auxiliari tehnologici|Pomoćne tvari u preradi|Processhjälpmedel`,
}

export interface CategorySeed {
  id: string
  key: string
  main: MainCategoryKey
  data: Record<string, unknown>
}
export const categoryId = (key: string) => uuidV5(`category/${key}`)
export const categories: CategorySeed[] = Object.entries(trees).flatMap(([main, tree]) => {
  let parent = ''
  const counts = { top: 0, child: 0 }
  return tree
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const isChild = line.startsWith('  ')
      const [key, ...titles] = line.trim().split('|')
      if (!isChild) {
        parent = key!
        counts.child = 0
        counts.top += 1
      } else counts.child += 1
      return {
        id: categoryId(key!),
        key: key!,
        main: main as MainCategoryKey,
        data: {
          title: t(titles.join('|')),
          parent: isChild ? categoryId(parent) : fixedIds.mainCategory[main as MainCategoryKey],
          mainCategoryKey: main,
          order: isChild ? counts.child : counts.top,
        },
      }
    })
})
