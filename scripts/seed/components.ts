/** Components: groups, and what is in products, each with the main categories it belongs to. */
import type { MainCategoryKey } from '../../shared/constants.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { t } from './titles.ts'

const groups: { key: string; title: string; main: MainCategoryKey[]; rows: string }[] = [
  {
    key: 'plant-materials',
    title:
      'Pflanzliche Stoffe|Plant materials|Materias vegetales|Matières végétales|Növényi anyagok|Sostanze vegetali|Plantaardige stoffen|Materii vegetale|Biljne tvari|Vegetabiliska ämnen',
    main: ['fertilisers', 'animal-feed', 'plant-strengthening-agents'],
    rows: `
Vinasse|Vinasse|Vinaza|Vinasse|Vinasz|Borlanda|Vinasse|Vinasă|Vinasa|Vinass
Rizinusschrot|Castor meal|Harina de ricino|Tourteau de ricin|Ricinusdara|Farina di ricino|Ricinusschroot|Șrot de ricin|Sačma ricinusa|Ricinmjöl
Rapskuchen|Rapeseed cake|Torta de colza|Tourteau de colza|Repcepogácsa|Panello di colza|Koolzaadkoek|Turtă de rapiță|Uljana pogača repice|Rapskaka
Ackerbohnenmehl|Field bean meal|Harina de haba|Farine de féverole|Lóbabliszt|Farina di favino|Veldbonenmeel|Făină de bob|Brašno boba|Åkerbönsmjöl
Malzkeime|Malt sprouts|Raicillas de malta|Radicelles de malt|Malátacsíra|Germogli di malto|Moutkiemen|Germeni de malț|Sladne klice|Maltgroddar
Kakaoschalen|Cocoa shells|Cáscaras de cacao|Coques de cacao|Kakaóhéj|Gusci di cacao|Cacaodoppen|Coji de cacao|Ljuske kakaovca|Kakaoskal
Sojakuchen|Soya cake|Torta de soja|Tourteau de soja|Szójapogácsa|Panello di soia|Sojakoek|Turtă de soia|Sojina pogača|Sojakaka
Luzernemehl|Lucerne meal|Harina de alfalfa|Farine de luzerne|Lucernaliszt|Farina di erba medica|Luzernemeel|Făină de lucernă|Brašno lucerne|Lusernmjöl
Traubentrester|Grape marc|Orujo de uva|Marc de raisin|Szőlőtörköly|Vinacce|Druivendraf|Tescovină|Komina grožđa|Druvpressrester
Holzfaser|Wood fibre|Fibra de madera|Fibre de bois|Farost|Fibra di legno|Houtvezel|Fibră de lemn|Drvena vlakna|Träfiber
Kokosmark|Coir pith|Médula de coco|Moelle de coco|Kókuszrost|Midollo di cocco|Kokosgruis|Fibră de cocos|Kokosova vlakna|Kokostorv
Rindenhumus|Bark humus|Humus de corteza|Humus d’écorce|Kéreghumusz|Humus di corteccia|Schorshumus|Humus din scoarță|Humus od kore|Barkhumus`,
  },
  {
    key: 'animal-materials',
    title:
      'Tierische Stoffe|Animal materials|Materias animales|Matières animales|Állati anyagok|Sostanze animali|Dierlijke stoffen|Materii animale|Životinjske tvari|Animaliska ämnen',
    main: ['fertilisers', 'animal-feed'],
    rows: `
Hornmehl|Horn meal|Harina de cuerno|Farine de corne|Szaruliszt|Farina di corna|Hoornmeel|Făină de corn|Rožno brašno|Hornmjöl
Hornspäne|Horn shavings|Virutas de cuerno|Copeaux de corne|Szaruforgács|Cornunghia|Hoornkrullen|Așchii de corn|Rožne strugotine|Hornspån
Federmehl|Feather meal|Harina de plumas|Farine de plumes|Tollliszt|Farina di piume|Verenmeel|Făină de pene|Brašno od perja|Fjädermjöl
Schafwolle|Sheep wool|Lana de oveja|Laine de mouton|Juhgyapjú|Lana di pecora|Schapenwol|Lână de oaie|Ovčja vuna|Fårull
Knochenmehl|Bone meal|Harina de huesos|Farine d’os|Csontliszt|Farina d’ossa|Beendermeel|Făină de oase|Koštano brašno|Benmjöl
Hühnermist|Poultry manure|Gallinaza|Fientes de volailles|Baromfitrágya|Pollina|Kippenmest|Gunoi de pasăre|Kokošji gnoj|Hönsgödsel
Rindermist|Cattle manure|Estiércol de vacuno|Fumier de bovins|Marhatrágya|Letame bovino|Rundermest|Gunoi de bovine|Goveđi gnoj|Nötgödsel
Molkenpulver|Whey powder|Suero en polvo|Poudre de lactosérum|Savópor|Siero di latte in polvere|Weipoeder|Zer praf|Sirutka u prahu|Vasslepulver
Bienenwachs|Beeswax|Cera de abejas|Cire d’abeille|Méhviasz|Cera d’api|Bijenwas|Ceară de albine|Pčelinji vosak|Bivax`,
  },
  {
    key: 'minerals',
    title: 'Mineralien|Minerals|Minerales|Minéraux|Ásványok|Minerali|Mineralen|Minerale|Minerali|Mineraler',
    main: ['fertilisers', 'animal-feed', 'plant-strengthening-agents', 'cleaning-disinfection-agents'],
    rows: `
Kalziumkarbonat|Calcium carbonate|Carbonato cálcico|Carbonate de calcium|Kalcium-karbonát|Carbonato di calcio|Calciumcarbonaat|Carbonat de calciu|Kalcijev karbonat|Kalciumkarbonat
Dolomitkalk|Dolomitic lime|Caliza dolomítica|Calcaire dolomitique|Dolomitmész|Calcare dolomitico|Dolomietkalk|Calcar dolomitic|Dolomitno vapno|Dolomitkalk
Kaliumsulfat|Potassium sulphate|Sulfato potásico|Sulfate de potassium|Kálium-szulfát|Solfato di potassio|Kaliumsulfaat|Sulfat de potasiu|Kalijev sulfat|Kaliumsulfat
Kieserit|Kieserite|Kieserita|Kiesérite|Kieserit|Kieserite|Kieseriet|Kieserit|Kizerit|Kieserit
Weicherdiges Rohphosphat|Soft ground rock phosphate|Fosfato natural blando|Phosphate naturel tendre|Lágy nyersfoszfát|Fosfato naturale tenero|Zacht natuurfosfaat|Fosfat natural moale|Mekani sirovi fosfat|Mjukt råfosfat
Basaltmehl|Basalt dust|Polvo de basalto|Poudre de basalte|Bazaltőrlemény|Farina di basalto|Basaltmeel|Făină de bazalt|Bazaltno brašno|Basaltmjöl
Bentonit|Bentonite|Bentonita|Bentonite|Bentonit|Bentonite|Bentoniet|Bentonită|Bentonit|Bentonit
Zeolith|Zeolite|Zeolita|Zéolithe|Zeolit|Zeolite|Zeoliet|Zeolit|Zeolit|Zeolit
Gips|Gypsum|Yeso|Gypse|Gipsz|Gesso|Gips|Gips|Gips|Gips
Borax|Borax|Bórax|Borax|Bórax|Borace|Borax|Borax|Boraks|Borax
Zinksulfat|Zinc sulphate|Sulfato de zinc|Sulfate de zinc|Cink-szulfát|Solfato di zinco|Zinksulfaat|Sulfat de zinc|Cinkov sulfat|Zinksulfat
Steinsalz|Rock salt|Sal gema|Sel gemme|Kősó|Salgemma|Steenzout|Sare gemă|Kamena sol|Stensalt`,
  },
  {
    key: 'active-substances',
    title:
      'Wirkstoffe|Active substances|Sustancias activas|Substances actives|Hatóanyagok|Sostanze attive|Werkzame stoffen|Substanțe active|Djelatne tvari|Verksamma ämnen',
    main: ['plant-protection-agents', 'plant-strengthening-agents', 'antiparasitica'],
    rows: `
Kupferhydroxid|Copper hydroxide|Hidróxido de cobre|Hydroxyde de cuivre|Réz-hidroxid|Idrossido di rame|Koperhydroxide|Hidroxid de cupru|Bakrov hidroksid|Kopparhydroxid
Kupferoktanoat|Copper octanoate|Octanoato de cobre|Octanoate de cuivre|Réz-oktanoát|Ottanoato di rame|Koperoctanoaat|Octanoat de cupru|Bakrov oktanoat|Kopparoktanoat
Netzschwefel|Wettable sulphur|Azufre mojable|Soufre mouillable|Nedvesíthető kén|Zolfo bagnabile|Spuitzwavel|Sulf muiabil|Močivi sumpor|Vätbart svavel
Kaliumhydrogencarbonat|Potassium hydrogen carbonate|Hidrogenocarbonato de potasio|Hydrogénocarbonate de potassium|Kálium-hidrogén-karbonát|Bicarbonato di potassio|Kaliumwaterstofcarbonaat|Hidrogenocarbonat de potasiu|Kalijev hidrogenkarbonat|Kaliumvätekarbonat
Azadirachtin|Azadirachtin|Azadiractina|Azadirachtine|Azadiraktin|Azadiractina|Azadirachtine|Azadiractină|Azadirahtin|Azadiraktin
Pyrethrine|Pyrethrins|Piretrinas|Pyréthrines|Piretrinek|Piretrine|Pyrethrinen|Piretrine|Piretrini|Pyretriner
Rapsöl|Rapeseed oil|Aceite de colza|Huile de colza|Repceolaj|Olio di colza|Koolzaadolie|Ulei de rapiță|Repičino ulje|Rapsolja
Paraffinöl|Paraffin oil|Aceite de parafina|Huile de paraffine|Paraffinolaj|Olio di paraffina|Paraffineolie|Ulei de parafină|Parafinsko ulje|Paraffinolja
Kaliseife|Potassium soap|Jabón potásico|Savon potassique|Káliszappan|Sapone di potassio|Kaliumzeep|Săpun de potasiu|Kalijev sapun|Kalisåpa
Eisen-III-Phosphat|Ferric phosphate|Fosfato férrico|Phosphate ferrique|Vas(III)-foszfát|Fosfato ferrico|IJzer(III)fosfaat|Fosfat feric|Željezov(III) fosfat|Järn(III)fosfat
Bacillus thuringiensis|Bacillus thuringiensis|Bacillus thuringiensis|Bacillus thuringiensis|Bacillus thuringiensis|Bacillus thuringiensis|Bacillus thuringiensis|Bacillus thuringiensis|Bacillus thuringiensis|Bacillus thuringiensis
Bacillus subtilis|Bacillus subtilis|Bacillus subtilis|Bacillus subtilis|Bacillus subtilis|Bacillus subtilis|Bacillus subtilis|Bacillus subtilis|Bacillus subtilis|Bacillus subtilis
Spinosad|Spinosad|Spinosad|Spinosad|Spinozad|Spinosad|Spinosad|Spinosad|Spinosad|Spinosad
Granuloseviren|Granulosis viruses|Virus de la granulosis|Virus de la granulose|Granulózisvírusok|Virus della granulosi|Granulosevirussen|Virusuri granulosis|Virusi granuloze|Granulosvirus
Thymol|Thymol|Timol|Thymol|Timol|Timolo|Thymol|Timol|Timol|Tymol
Oxalsäure|Oxalic acid|Ácido oxálico|Acide oxalique|Oxálsav|Acido ossalico|Oxaalzuur|Acid oxalic|Oksalna kiselina|Oxalsyra
Ameisensäure|Formic acid|Ácido fórmico|Acide formique|Hangyasav|Acido formico|Mierenzuur|Acid formic|Mravlja kiselina|Myrsyra
Kieselgur|Diatomaceous earth|Tierra de diatomeas|Terre de diatomées|Kovaföld|Farina fossile|Kiezelgoer|Pământ de diatomee|Dijatomejska zemlja|Kiselgur`,
  },
  {
    key: 'extracts',
    title:
      'Auszüge und Algen|Extracts and algae|Extractos y algas|Extraits et algues|Kivonatok és algák|Estratti e alghe|Extracten en algen|Extracte și alge|Ekstrakti i alge|Extrakt och alger',
    main: ['plant-strengthening-agents', 'fertilisers', 'antiparasitica'],
    rows: `
Brennnesselauszug|Nettle extract|Extracto de ortiga|Extrait d’ortie|Csalánkivonat|Estratto di ortica|Brandnetelextract|Extract de urzică|Ekstrakt koprive|Nässelextrakt
Schachtelhalmauszug|Horsetail extract|Extracto de cola de caballo|Extrait de prêle|Zsurlókivonat|Estratto di equiseto|Heermoesextract|Extract de coada-calului|Ekstrakt preslice|Fräkenextrakt
Knoblauchauszug|Garlic extract|Extracto de ajo|Extrait d’ail|Fokhagymakivonat|Estratto d’aglio|Knoflookextract|Extract de usturoi|Ekstrakt češnjaka|Vitlöksextrakt
Beinwellauszug|Comfrey extract|Extracto de consuelda|Extrait de consoude|Fekete nadálytő kivonata|Estratto di consolida|Smeerwortelextract|Extract de tătăneasă|Ekstrakt gaveza|Vallörtsextrakt
Braunalge|Brown algae|Algas pardas|Algues brunes|Barnamoszat|Alghe brune|Bruinwier|Alge brune|Smeđe alge|Brunalger
Rotalgenkalk|Maerl|Maërl|Maërl|Vörösmoszat-mész|Litotamnio|Roodwierkalk|Calcar din alge roșii|Vapno crvenih algi|Rödalgskalk
Huminsäuren|Humic acids|Ácidos húmicos|Acides humiques|Huminsavak|Acidi umici|Humuszuren|Acizi humici|Huminske kiseline|Humussyror
Melasse|Molasses|Melaza|Mélasse|Melasz|Melassa|Melasse|Melasă|Melasa|Melass`,
  },
  {
    key: 'cleaning-agents',
    title:
      'Reinigende Stoffe|Cleaning substances|Sustancias limpiadoras|Substances nettoyantes|Tisztító anyagok|Sostanze detergenti|Reinigende stoffen|Substanțe de curățare|Tvari za čišćenje|Rengörande ämnen',
    main: ['cleaning-disinfection-agents'],
    rows: `
Milchsäure|Lactic acid|Ácido láctico|Acide lactique|Tejsav|Acido lattico|Melkzuur|Acid lactic|Mliječna kiselina|Mjölksyra
Zitronensäure|Citric acid|Ácido cítrico|Acide citrique|Citromsav|Acido citrico|Citroenzuur|Acid citric|Limunska kiselina|Citronsyra
Peressigsäure|Peracetic acid|Ácido peracético|Acide peracétique|Perecetsav|Acido peracetico|Perazijnzuur|Acid peracetic|Peroctena kiselina|Perättiksyra
Wasserstoffperoxid|Hydrogen peroxide|Peróxido de hidrógeno|Peroxyde d’hydrogène|Hidrogén-peroxid|Perossido di idrogeno|Waterstofperoxide|Peroxid de hidrogen|Vodikov peroksid|Väteperoxid
Natriumcarbonat|Sodium carbonate|Carbonato sódico|Carbonate de sodium|Nátrium-karbonát|Carbonato di sodio|Natriumcarbonaat|Carbonat de sodiu|Natrijev karbonat|Natriumkarbonat
Kaliumhydroxid|Potassium hydroxide|Hidróxido potásico|Hydroxyde de potassium|Kálium-hidroxid|Idrossido di potassio|Kaliumhydroxide|Hidroxid de potasiu|Kalijev hidroksid|Kaliumhydroxid
Ethanol|Ethanol|Etanol|Éthanol|Etanol|Etanolo|Ethanol|Etanol|Etanol|Etanol
Glycerin|Glycerol|Glicerina|Glycérine|Glicerin|Glicerina|Glycerine|Glicerină|Glicerin|Glycerin
Zuckertenside|Sugar surfactants|Tensioactivos de azúcar|Tensioactifs de sucre|Cukortenzidek|Tensioattivi zuccherini|Suikertensiden|Surfactanți din zahăr|Šećerni tenzidi|Sockertensider`,
  },
  {
    key: 'food-substances',
    title:
      'Zusatz- und Hilfsstoffe|Additives and aids|Aditivos y coadyuvantes|Additifs et auxiliaires|Adalék- és segédanyagok|Additivi e coadiuvanti|Additieven en hulpstoffen|Aditivi și auxiliari|Aditivi i pomoćne tvari|Tillsatser och hjälpmedel',
    main: ['food-additives', 'animal-feed'],
    rows: `
Pektin|Pectin|Pectina|Pectine|Pektin|Pectina|Pectine|Pectină|Pektin|Pektin
Johannisbrotkernmehl|Locust bean gum|Goma garrofín|Gomme de caroube|Szentjánoskenyérmag-liszt|Farina di semi di carrube|Johannesbroodpitmeel|Gumă de carruba|Brašno sjemenki rogača|Fruktkärnmjöl
Agar-Agar|Agar-agar|Agar-agar|Agar-agar|Agar-agar|Agar-agar|Agar-agar|Agar-agar|Agar-agar|Agar-agar
Ascorbinsäure|Ascorbic acid|Ácido ascórbico|Acide ascorbique|Aszkorbinsav|Acido ascorbico|Ascorbinezuur|Acid ascorbic|Askorbinska kiselina|Askorbinsyra
Lecithin|Lecithin|Lecitina|Lécithine|Lecitin|Lecitina|Lecithine|Lecitină|Lecitin|Lecitin
Milchsäurebakterien|Lactic acid bacteria|Bacterias lácticas|Bactéries lactiques|Tejsavbaktériumok|Batteri lattici|Melkzuurbacteriën|Bacterii lactice|Bakterije mliječne kiseline|Mjölksyrabakterier
Lab|Rennet|Cuajo|Présure|Oltó|Caglio|Stremsel|Cheag|Sirilo|Löpe
Bäckerhefe|Baker’s yeast|Levadura de panadería|Levure de boulanger|Sütőélesztő|Lievito di birra|Bakkersgist|Drojdie de panificație|Pekarski kvasac|Bagerijäst
Vitamin E|Vitamin E|Vitamina E|Vitamine E|E-vitamin|Vitamina E|Vitamine E|Vitamina E|Vitamin E|E-vitamin`,
  },
]

const componentId = (german: string) => uuidV5(`component/${german}`)
export interface ComponentSeed {
  id: string
  main: MainCategoryKey[]
  isGroup: boolean
  data: Record<string, unknown>
}
export const components: ComponentSeed[] = groups.flatMap((group, g) => [
  {
    id: componentId(group.key),
    main: group.main,
    isGroup: true,
    data: { title: t(group.title), order: g + 1, mainCategoryMapping: group.main },
  },
  ...group.rows
    .split('\n')
    .filter(Boolean)
    .map((title, i) => ({
      id: componentId(title.split('|')[0]!),
      main: group.main,
      isGroup: false,
      data: {
        title: t(title),
        parent: componentId(group.key),
        order: i + 1,
        mainCategoryMapping: group.main,
      },
    })),
])
