/** Field definitions of the tabs beside the main one: permits, specific data, hobby garden, miscellaneous, display. */
import type { MainCategoryKey } from '../../shared/constants.ts'
import type { FieldSeed } from './field-row.ts'

const fertilisers: MainCategoryKey[] = ['fertilisers']
const applied: MainCategoryKey[] = ['fertilisers', 'plant-protection-agents', 'plant-strengthening-agents']
const protective: MainCategoryKey[] = ['plant-protection-agents', 'antiparasitica']
const forAnimals: MainCategoryKey[] = ['animal-feed', 'antiparasitica']

export const tabFields: FieldSeed[] = [
  {
    type: 'select',
    path: 'permits-f1',
    at: 'permits',
    heading:
      'Rechtsgrundlage|Legal basis|Base legal|Base juridique|Jogalap|Base giuridica|Rechtsgrond|Temei juridic|Pravna osnova|Rättslig grund',
    title:
      'Verordnung|Regulation|Reglamento|Règlement|Rendelet|Regolamento|Verordening|Regulament|Uredba|Förordning',
    options: {
      'eu-2019-1009':
        'EU-Düngeprodukte (EU) 2019/1009|EU fertilising products (EU) 2019/1009|Productos fertilizantes UE (UE) 2019/1009|Fertilisants UE (UE) 2019/1009|EU-termésnövelő anyagok (EU) 2019/1009|Prodotti fertilizzanti UE (UE) 2019/1009|EU-bemestingsproducten (EU) 2019/1009|Produse fertilizante UE (UE) 2019/1009|Gnojidbeni proizvodi EU-a (EU) 2019/1009|EU-gödselprodukter (EU) 2019/1009',
      'ec-1107-2009':
        'Pflanzenschutzmittel (EG) 1107/2009|Plant protection products (EC) 1107/2009|Productos fitosanitarios (CE) 1107/2009|Produits phytopharmaceutiques (CE) 1107/2009|Növényvédő szerek (EK) 1107/2009|Prodotti fitosanitari (CE) 1107/2009|Gewasbeschermingsmiddelen (EG) 1107/2009|Produse fitosanitare (CE) 1107/2009|Sredstva za zaštitu bilja (EZ) 1107/2009|Växtskyddsmedel (EG) 1107/2009',
      'eu-528-2012':
        'Biozidprodukte (EU) 528/2012|Biocidal products (EU) 528/2012|Biocidas (UE) 528/2012|Produits biocides (UE) 528/2012|Biocid termékek (EU) 528/2012|Biocidi (UE) 528/2012|Biociden (EU) 528/2012|Produse biocide (UE) 528/2012|Biocidni proizvodi (EU) 528/2012|Biocidprodukter (EU) 528/2012',
      'ec-767-2009':
        'Futtermittel (EG) 767/2009|Feed (EC) 767/2009|Piensos (CE) 767/2009|Aliments pour animaux (CE) 767/2009|Takarmányok (EK) 767/2009|Mangimi (CE) 767/2009|Diervoeders (EG) 767/2009|Furaje (CE) 767/2009|Hrana za životinje (EZ) 767/2009|Foder (EG) 767/2009',
      national:
        'nationales Recht|national law|derecho nacional|droit national|nemzeti jog|diritto nazionale|nationaal recht|drept național|nacionalno pravo|nationell rätt',
    },
  },
  {
    type: 'datefield',
    path: 'permits-f2',
    at: 'permits',
    title:
      'Bewilligt bis|Permitted until|Homologado hasta|Homologué jusqu’au|Engedélyezve eddig|Omologato fino al|Vergund tot|Omologat până la|Dozvoljeno do|Tillstånd till',
  },
  {
    type: 'checkbox',
    path: 'permits-f3',
    at: 'permits',
    only: protective,
    title:
      'Anwender braucht Sachkunde|User needs a certificate|El usuario necesita carné|Certificat de l’utilisateur requis|Felhasználói képesítés szükséges|Serve il patentino|Gebruiker heeft bewijs van vakbekwaamheid nodig|Utilizatorul are nevoie de certificat|Korisnik treba iskaznicu|Användaren behöver behörighet',
  },
  {
    type: 'comment',
    path: 'permits-f4',
    at: 'permits',
    secrecy: 'national-partners',
    title:
      'Auflagen der Behörde|Conditions of the authority|Condiciones de la autoridad|Conditions de l’autorité|A hatóság előírásai|Prescrizioni dell’autorità|Voorwaarden van de overheid|Condițiile autorității|Uvjeti nadležnog tijela|Myndighetens villkor',
  },
  {
    type: 'numberfield',
    path: 'specific-f3',
    at: 'specific',
    unit: '%',
    only: fertilisers,
    heading:
      'Gehalte der Analyse|Contents by analysis|Contenidos según análisis|Teneurs selon l’analyse|Elemzett tartalom|Contenuti secondo l’analisi|Gehalten volgens analyse|Conținut conform analizei|Sadržaj prema analizi|Halter enligt analys',
    title:
      'Stickstoff gesamt (N)|Total nitrogen (N)|Nitrógeno total (N)|Azote total (N)|Összes nitrogén (N)|Azoto totale (N)|Totaal stikstof (N)|Azot total (N)|Ukupni dušik (N)|Totalkväve (N)',
  },
  {
    type: 'numberfield',
    path: 'specific-f4',
    at: 'specific',
    unit: '%',
    only: fertilisers,
    title:
      'Phosphat gesamt (P₂O₅)|Total phosphate (P₂O₅)|Fosfato total (P₂O₅)|Phosphate total (P₂O₅)|Összes foszfát (P₂O₅)|Fosfato totale (P₂O₅)|Totaal fosfaat (P₂O₅)|Fosfat total (P₂O₅)|Ukupni fosfat (P₂O₅)|Totalfosfat (P₂O₅)',
  },
  {
    type: 'numberfield',
    path: 'specific-f5',
    at: 'specific',
    unit: '%',
    only: fertilisers,
    title:
      'Kalium gesamt (K₂O)|Total potassium (K₂O)|Potasio total (K₂O)|Potassium total (K₂O)|Összes kálium (K₂O)|Potassio totale (K₂O)|Totaal kalium (K₂O)|Potasiu total (K₂O)|Ukupni kalij (K₂O)|Totalkalium (K₂O)',
  },
  {
    type: 'numberfield',
    path: 'specific-f6',
    at: 'specific',
    only: fertilisers,
    title:
      'pH-Wert|pH value|Valor de pH|Valeur pH|pH-érték|Valore pH|pH-waarde|Valoare pH|pH-vrijednost|pH-värde',
  },
  {
    type: 'numberfield',
    path: 'specific-f7',
    at: 'specific',
    unit: '%',
    only: [...fertilisers, 'animal-feed'],
    title:
      'Trockensubstanz|Dry matter|Materia seca|Matière sèche|Szárazanyag|Sostanza secca|Droge stof|Substanță uscată|Suha tvar|Torrsubstans',
  },
  {
    type: 'numberfield',
    path: 'specific-f8',
    at: 'specific',
    unit: 'mg/kg',
    only: fertilisers,
    secrecy: 'core-partners',
    title:
      'Cadmium je kg Trockensubstanz|Cadmium per kg of dry matter|Cadmio por kg de materia seca|Cadmium par kg de matière sèche|Kadmium a szárazanyag kg-jára|Cadmio per kg di sostanza secca|Cadmium per kg droge stof|Cadmiu la kg de substanță uscată|Kadmij po kg suhe tvari|Kadmium per kg torrsubstans',
  },
  {
    type: 'numberfield',
    path: 'specific-f9',
    at: 'specific',
    unit: '%',
    only: ['animal-feed'],
    title:
      'Rohprotein|Crude protein|Proteína bruta|Protéine brute|Nyersfehérje|Proteina grezza|Ruw eiwit|Proteină brută|Sirove bjelančevine|Råprotein',
  },
  {
    type: 'multiselect',
    path: 'specific-f10',
    at: 'specific',
    only: applied,
    heading:
      'Anwendung im Feld|Use in the field|Uso en campo|Utilisation au champ|Szántóföldi alkalmazás|Impiego in campo|Gebruik op het veld|Utilizare în câmp|Primjena u polju|Användning i fält',
    title: 'Kulturen|Crops|Cultivos|Cultures|Kultúrák|Colture|Gewassen|Culturi|Kulture|Grödor',
    options: {
      wheat: 'Weizen|wheat|trigo|blé|búza|frumento|tarwe|grâu|pšenica|vete',
      potato:
        'Kartoffeln|potatoes|patatas|pommes de terre|burgonya|patate|aardappelen|cartofi|krumpir|potatis',
      tomato: 'Tomaten|tomatoes|tomates|tomates|paradicsom|pomodori|tomaten|roșii|rajčica|tomat',
      lettuce: 'Salat|lettuce|lechuga|laitue|saláta|lattuga|sla|salată|salata|sallat',
      apple: 'Äpfel|apples|manzanas|pommes|alma|mele|appels|mere|jabuke|äpplen',
      vine: 'Reben|grapevines|vid|vigne|szőlő|vite|wijnstok|viță de vie|vinova loza|vin',
    },
    groups: {
      arable: {
        title:
          'Ackerbau|Arable|Cultivos extensivos|Grandes cultures|Szántóföld|Seminativi|Akkerbouw|Culturi de câmp|Ratarstvo|Åkerbruk',
        options: ['wheat', 'potato'],
      },
      vegetables: {
        title: 'Gemüse|Vegetables|Hortalizas|Légumes|Zöldség|Ortaggi|Groenten|Legume|Povrće|Grönsaker',
        options: ['tomato', 'lettuce'],
      },
      fruit: {
        title:
          'Obst und Wein|Fruit and wine|Fruta y vino|Fruits et vigne|Gyümölcs és szőlő|Frutta e vino|Fruit en wijn|Fructe și vin|Voće i vino|Frukt och vin',
        options: ['apple', 'vine'],
      },
    },
  },
  {
    type: 'table',
    path: 'rates-table',
    at: 'specific',
    only: applied,
    title:
      'Aufwandmengen|Application rates|Dosis|Doses d’application|Felhasználási mennyiségek|Dosi d’impiego|Doseringen|Doze de aplicare|Količine primjene|Doser',
  },
  {
    type: 'singleline-textfield',
    path: 'rates-table-use',
    at: 'rates-table',
    title: 'Zweck|Purpose|Finalidad|Usage|Cél|Scopo|Doel|Scop|Svrha|Ändamål',
  },
  {
    type: 'numberfield',
    path: 'rates-table-rate',
    at: 'rates-table',
    title:
      'Menge je Hektar|Amount per hectare|Cantidad por hectárea|Quantité par hectare|Mennyiség hektáronként|Quantità per ettaro|Hoeveelheid per hectare|Cantitate pe hectar|Količina po hektaru|Mängd per hektar',
  },
  {
    type: 'select',
    path: 'rates-table-unit',
    at: 'rates-table',
    optionSource: 'unit',
    title: 'Einheit|Unit|Unidad|Unité|Egység|Unità|Eenheid|Unitate|Jedinica|Enhet',
  },
  {
    type: 'numberfield',
    path: 'rates-table-times',
    at: 'rates-table',
    title:
      'Anwendungen im Jahr|Uses per year|Aplicaciones al año|Applications par an|Alkalmazás évente|Applicazioni all’anno|Toepassingen per jaar|Aplicări pe an|Primjena godišnje|Behandlingar per år',
  },
  {
    type: 'multitext',
    path: 'specific-f11',
    at: 'specific',
    title:
      'Hinweise zur Anwendung|Notes on use|Indicaciones de uso|Conseils d’utilisation|Alkalmazási tudnivalók|Avvertenze per l’uso|Aanwijzingen voor gebruik|Indicații de utilizare|Upute za primjenu|Anvisningar',
  },
  {
    type: 'numberfield',
    path: 'specific-f12',
    at: 'specific',
    unit: 'd',
    only: forAnimals,
    title:
      'Wartezeit bei Lebensmitteln|Withdrawal period|Tiempo de espera para alimentos|Délai d’attente pour les denrées|Élelmezés-egészségügyi várakozás|Tempo di sospensione|Wachttijd voor levensmiddelen|Timp de așteptare pentru alimente|Karenca za hranu|Karenstid för livsmedel',
  },
  {
    type: 'checkbox',
    path: 'hobby-f1',
    at: 'hobbygarden',
    heading:
      'Im Hobbygarten|In the hobby garden|En jardinería doméstica|En jardinage amateur|Hobbikertben|Nel giardinaggio hobbistico|In de hobbytuin|În grădinăritul de hobby|U hobi vrtu|I hobbyodling',
    title:
      'In Kleinpackung erhältlich|Sold in small packs|Disponible en envase pequeño|Vendu en petit conditionnement|Kis kiszerelésben kapható|Venduto in piccole confezioni|In kleinverpakking verkrijgbaar|Se vinde în ambalaj mic|Dostupno u malom pakiranju|Säljs i småförpackning',
  },
  {
    type: 'numberfield',
    path: 'hobby-f2',
    at: 'hobbygarden',
    unit: 'm²',
    title:
      'Packung reicht für|One pack is enough for|Un envase alcanza para|Un emballage suffit pour|Egy csomag elég ennyire|Una confezione basta per|Verpakking is genoeg voor|Un ambalaj ajunge pentru|Pakiranje je dovoljno za|En förpackning räcker till',
  },
  {
    type: 'singleline-multitext',
    path: 'hobby-f3',
    at: 'hobbygarden',
    title: 'Dosierung|Dose|Dosificación|Dosage|Adagolás|Dosaggio|Dosering|Dozare|Doziranje|Dosering',
  },
  {
    type: 'textfield',
    path: 'misc-f4',
    at: 'misc',
    heading:
      'Lagerung|Storage|Almacenamiento|Stockage|Tárolás|Conservazione|Opslag|Depozitare|Skladištenje|Förvaring',
    title:
      'Lagerhinweis|Storage advice|Indicaciones de almacenamiento|Conseil de stockage|Tárolási tudnivaló|Avvertenza di conservazione|Bewaaradvies|Recomandare de depozitare|Uputa za skladištenje|Förvaringsråd',
  },
  {
    type: 'numberfield',
    path: 'misc-f5',
    at: 'misc',
    unit: '°C',
    title:
      'Höchste Lagertemperatur|Highest storage temperature|Temperatura máxima de almacenamiento|Température maximale de stockage|Legmagasabb tárolási hőmérséklet|Temperatura massima di conservazione|Hoogste bewaartemperatuur|Temperatura maximă de depozitare|Najviša temperatura skladištenja|Högsta förvaringstemperatur',
  },
  {
    type: 'treeselect',
    path: 'misc-f6',
    at: 'misc',
    title:
      'Art der Verpackung|Kind of packaging|Tipo de envase|Type d’emballage|Csomagolás fajtája|Tipo di imballaggio|Soort verpakking|Tip de ambalaj|Vrsta ambalaže|Typ av förpackning',
    options: {
      bag: 'Sack|bag|saco|sac|zsák|sacco|zak|sac|vreća|säck',
      bigbag:
        'Grosssack|bulk bag|saco grande|grand sac|nagy zsák|saccone|grote zak|sac mare|velika vreća|storsäck',
      canister: 'Kanister|canister|bidón|bidon|kanna|tanica|jerrycan|canistră|kanistar|dunk',
      tank: 'Tank|tank|depósito|cuve|tartály|serbatoio|tank|rezervor|spremnik|tank',
    },
    groups: {
      solid: {
        title: 'fest|solid|sólido|solide|szilárd|solido|vast|solid|čvrsto|fast',
        options: ['bag', 'bigbag'],
      },
      liquid: {
        title: 'flüssig|liquid|líquido|liquide|folyékony|liquido|vloeibaar|lichid|tekuće|flytande',
        options: ['canister', 'tank'],
      },
    },
  },
  {
    type: 'singleline-multitext',
    path: 'display-f1',
    at: 'display',
    heading:
      'In der öffentlichen Liste|In the public list|En la lista pública|Dans la liste publique|A nyilvános listán|Nella lista pubblica|In de openbare lijst|În lista publică|Na javnom popisu|I den offentliga listan',
    title:
      'Öffentlicher Name|Public name|Nombre público|Nom public|Nyilvános név|Nome pubblico|Openbare naam|Denumire publică|Javni naziv|Offentligt namn',
  },
  {
    type: 'multitext',
    path: 'display-f2',
    at: 'display',
    title:
      'Hinweis für Betriebe|Note for farms|Nota para explotaciones|Remarque pour les exploitations|Tájékoztató a gazdaságoknak|Nota per gli agricoltori|Opmerking voor bedrijven|Notă pentru ferme|Napomena za gospodarstva|Upplysning till gårdar',
  },
  {
    type: 'numberfield',
    path: 'display-f3',
    at: 'display',
    title: 'Reihenfolge|Order|Orden|Ordre|Sorrend|Ordine|Volgorde|Ordine|Redoslijed|Ordning',
  },
]
