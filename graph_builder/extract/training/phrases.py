"""Wordings that surround publications in CVs and homepages: journals, presses, places, notes, links.

General knowledge, kept short: the records that a trainer fetches bring titles, people and most venues.
"""

from __future__ import annotations

JOURNALS = tuple(
    """Nature|Science|Cell|Nature Communications|Nature Methods|Nature Physics|Nature Genetics|Nature Climate Change|Science Advances
    |Scientific Reports|Proceedings of the National Academy of Sciences|PNAS|PLoS ONE|PLOS Computational Biology|PLoS Biology|eLife|iScience|Patterns
    |Current Biology|Evolution|Ecology|Ecology Letters|The American Naturalist|Systematic Biology|Molecular Ecology|Animal Behaviour|Oikos|Heredity
    |Journal of Evolutionary Biology|Journal of Experimental Biology|Proceedings of the Royal Society B|Proceedings of the Royal Society of London A
    |Philosophical Transactions of the Royal Society A|Genetics|Genome Biology|Genome Research|Bioinformatics|Nucleic Acids Research|Molecular Biology and Evolution
    |Journal of Neuroscience|Neuron|NeuroImage|Brain|Cerebral Cortex|Journal of Cognitive Neuroscience|Cognition|Psychological Science|Psychological Review
    |The Lancet|The Lancet Oncology|BMJ|JAMA|JAMA Network Open|New England Journal of Medicine|N Engl J Med|Annals of Internal Medicine|Circulation|Radiology|Blood|Gut|Chest
    |American Journal of Epidemiology|Epidemiology|International Journal of Epidemiology|American Journal of Public Health|Health Affairs|Medical Care|Pediatrics
    |BMC Bioinformatics|BMC Public Health|Frontiers in Psychology|Frontiers in Neuroscience|Sensors|Sustainability|Remote Sensing|Entropy|Energies
    |American Economic Review|Quarterly Journal of Economics|Journal of Political Economy|Econometrica|Review of Economic Studies|Review of Economics and Statistics
    |Journal of Finance|Journal of Financial Economics|Review of Financial Studies|Journal of Public Economics|Journal of Development Economics|Economic Journal
    |Journal of Labor Economics|Journal of International Economics|Journal of Monetary Economics|Journal of Econometrics|Econometric Theory|Journal of Economic Theory
    |Games and Economic Behavior|AEJ: Applied Economics|American Economic Journal: Microeconomics|Journal of Economic Perspectives|European Economic Review|Economics Letters|World Bank Economic Review|Journal of the European Economic Association
    |Management Science|Marketing Science|Organization Science|Strategic Management Journal|MIS Quarterly|Information Systems Research|Operations Research|Harvard Business Review|Academy of Management Journal
    |American Political Science Review|American Journal of Political Science|Journal of Politics|Political Analysis|World Politics|International Organization|British Journal of Political Science|Comparative Political Studies|Journal of Peace Research
    |American Sociological Review|Social Forces|Demography|Journal of Marriage and Family|Annual Review of Sociology|Social Networks|Sociological Methods & Research
    |Annals of Statistics|The Annals of Applied Statistics|Journal of the American Statistical Association|JASA|Biometrika|Biometrics|Biostatistics|Statistics in Medicine|Journal of the Royal Statistical Society: Series B|Statistica Sinica|Bernoulli|Technometrics|The American Statistician|Observational Studies|Statistical Science|Bayesian Analysis
    |Annals of Mathematics|Inventiones Mathematicae|Duke Mathematical Journal|Communications in Mathematical Physics|Advances in Mathematics|Journal of Algebra|Transactions of the American Mathematical Society|Proc. Amer. Math. Soc.|Constructive Approximation|Journal of Approximation Theory|SIAM Journal on Numerical Analysis|SIAM J. Sci. Comput.|SIAM Review|Numerische Mathematik|Mathematics of Computation|BIT Numerical Mathematics|Linear Algebra and its Applications|Journal of Combinatorial Theory, Series B|Discrete Applied Mathematics|Combinatorica
    |Physical Review Letters|Phys. Rev. Lett.|Physical Review D|Phys. Rev. B|Journal of High Energy Physics|JHEP|Astrophysical Journal|ApJ|The Astronomical Journal|Monthly Notices of the Royal Astronomical Society|MNRAS|Astronomy & Astrophysics|Optics Express|Optics Letters|Applied Physics Letters|Journal of Fluid Mechanics|J. Fluid Mech.|Physics of Fluids|Journal of Computational Physics|Optica|New Journal of Physics|Reviews of Modern Physics
    |Journal of the American Chemical Society|J. Am. Chem. Soc.|Angewandte Chemie|Angew. Chem. Int. Ed.|Advanced Materials|ACS Nano|Nano Letters|Chemical Science|Journal of Physical Chemistry B|J. Chem. Phys.|Macromolecules|Soft Matter|Langmuir
    |Geophysical Research Letters|Geophysics|Geophysical Journal International|Geophys. J. Int.|Journal of Geophysical Research: Solid Earth|Water Resources Research|Journal of Climate|Climate Dynamics|Atmospheric Environment|Earth and Planetary Science Letters|Cold Regions Science and Technology|Hydrology and Earth System Sciences|Environmental Research Letters|Environmental Science & Technology|Global Change Biology
    |IEEE Transactions on Pattern Analysis and Machine Intelligence|IEEE Trans. Inf. Theory|IEEE Transactions on Robotics|IEEE Robotics and Automation Letters|IEEE Trans. Image Process.|IEEE Access|IEEE Micro|IEEE Software|Communications of the ACM|ACM Computing Surveys|ACM Trans. Graph.|ACM Transactions on Graphics|Journal of the ACM|SIAM J. Comput.|Information and Computation|Theoretical Computer Science|Journal of Machine Learning Research|JMLR|TMLR|Transactions on Machine Learning Research|Machine Learning|Artificial Intelligence|Pattern Recognition|Neural Networks|Neural Computation|Neurocomputing|International Journal of Computer Vision|Computational Linguistics|Transactions of the Association for Computational Linguistics|TACL|The Visual Computer|Computer Graphics Forum|Software and Systems Modeling|Empirical Software Engineering|Journal of Systems and Software|Proc. VLDB Endow.|Proceedings of the VLDB Endowment|PVLDB|Proc. ACM Program. Lang.|Proc. ACM Hum.-Comput. Interact.|IMWUT|Logical Methods in Computer Science|Expert Systems with Applications|Knowledge-Based Systems|Information Sciences|Automatica|Journal of Field Robotics|Autonomous Robots|International Journal of Robotics Research|Digital Signal Processing|Speech Communication|The Journal of the Acoustical Society of America|J. Acoust. Soc. Am.
    |Philosophical Review|Mind|Noûs|Synthese|Philosophy of Science|Language|Linguistic Inquiry|Journal of Pragmatics|Historical Journal|Past & Present|American Historical Review|Journal of Modern History|Critical Inquiry|Renaissance Quarterly|Yale Law Journal|Harvard Law Review|Stanford Law Review|Journal of Legal Studies|Journal of Urban Economics|Urban Studies|Landscape and Urban Planning|Computers & Education|Journal of the Learning Sciences|Educational Researcher|Teaching and Teacher Education
    |Zeitschrift für Psychologie|Revue économique|Annales de l'Institut Fourier|Revista Española de Investigaciones Sociológicas|Dados|Informatik Spektrum|软件学报|计算机学报|中国科学""".replace("\n    ", "").split("|")
)
FIELDS = tuple(
    "Applied Physics|Chemistry|Economics|Ecology|Education|Health Services Research|Marketing|Management|Mathematical Biology|Medical Imaging"
    "|Molecular Biology|Nursing|Oncology|Operations Management|Philosophy|Political Science|Psychology|Public Policy|Sociology|Software Engineering"
    "|Statistics|Structural Engineering|Theoretical Biology|Tourism|Transportation|Urban Planning|Visual Languages|Wildlife Management|Zoology"
    "|Plant Science|Geology|Anthropology|Archaeology|Criminology|Immunology|Virology|Environmental Management|Food Science|Law and Economics"
    "|Human-Computer Interaction|Data Science|Artificial Intelligence|Robotics|Cybersecurity|Cloud Computing|Biomedical Informatics|Materials".split("|")
)
JOURNAL_PATTERNS = (
    "Journal of {f}", "{f} Letters", "{f} Review", "International Journal of {f}", "European Journal of {f}", "Annals of {f}",
    "Annual Review of {f}", "Advances in {f}", "Frontiers in {f}", "{f}", "J. {f}", "BMC {f}", "Trends in {f}", "Archives of {f}",
    "Journal of {f} and {g}", "{f} and {g}", "{f} & {g}", "American Journal of {f}", "IEEE Transactions on {f}", "ACM Transactions on {f}",
    "Quarterly Journal of {f}", "Research in {f}", "Nature {f}", "Acta {f}", "British Journal of {f}", "The {f} Journal", "{f}: Theory and Practice",
)  # fmt: skip
MEETING_PATTERNS = (
    "International Conference on {f}", "Annual Meeting of the Society for {f}", "Symposium on {f}", "Workshop on {f}",
    "International Workshop on {f}", "European Conference on {f}", "ACM Conference on {f}", "IEEE Conference on {f}", "{f} annual meeting",
    "IEEE/ACM International Symposium on {f}", "American {f} Association Annual Meeting", "World Congress on {f}", "Conference on {f} and {g}",
    "Asian Conference on {f}", "IFIP Working Conference on {f}", "National Conference on {f}",
)  # fmt: skip
PRESSES = tuple(
    "Cambridge University Press|Oxford University Press|Springer|Springer, Cham|Springer-Verlag|Elsevier|Wiley|MIT Press|Princeton University Press"
    "|Routledge|CRC Press|ACM|IEEE|Association for Computational Linguistics|PMLR|USENIX Association|AAAI Press|Birkhäuser|Academic Press|SAGE"
    "|University of Chicago Press|De Gruyter|Palgrave Macmillan|World Scientific|Morgan Kaufmann|SIAM|O'Reilly|Edward Elgar|ACM Press|IOS Press".split("|")
)
CITIES = tuple(
    "Vancouver, Canada|Vienna, Austria|New York, NY, USA|New York|Singapore|Seoul, Korea|Honolulu, Hawaii, USA|Barcelona, Spain|Paris, France|London, UK"
    "|Berlin|Virtual|Virtual Event|Online|Tokyo, Japan|Beijing, China|Montreal, QC, Canada|Sydney, Australia|Seattle, WA|San Diego, CA|Toronto|Amsterdam"
    "|Milan, Italy|Hong Kong|Bangkok, Thailand|Abu Dhabi, UAE|Miami, FL, USA|Dublin, Ireland|Lisbon|Kigali, Rwanda|New Orleans, LA, USA|Long Beach, CA".split("|")
)
UNIVERSITIES = tuple(
    "Stanford University|University of California, Berkeley|Carnegie Mellon University|Tsinghua University|ETH Zurich|University of Oxford|MIT|University of Toronto"
    "|Peking University|University of Michigan|Universität München|Université Paris-Saclay|Politecnico di Milano|University of Texas at Austin|Colorado State University"
    "|National University of Singapore|University of Tokyo|KAIST|Georgia Institute of Technology|University of Edinburgh|Universidad de Chile|Indiana University".split("|")
)
SERVERS = ("arXiv", "arXiv preprint", "ArXiv", "Arxiv Preprint", "bioRxiv", "medRxiv", "SSRN", "CoRR", "PsyArXiv", "Preprint", "Research Square", "OSF Preprints")
NOTES = tuple(
    "Oral|Spotlight|Poster|Oral Presentation|Best Paper Award|Best Student Paper Award|Best Paper Finalist|Best Paper Honorable Mention|Outstanding Paper Award"
    "|Highlight|Long Paper|Short Paper|Full paper|Findings|Main Conference|acceptance rate: 21%|Acceptance rate 19.3%|Acceptance: 24%|Oral, top 5%|top 1%|Oral (5.3%)|selected as cover"
    "|Editor's choice|Invited paper|equal contribution|co-first author|alphabetical order|corresponding author|Impact factor 4.2|CCF-A|CCF A|SCI Q1|Cited by 120|120 citations|in Chinese"
    "|Lead article|Runner-up|Demo|extended abstract|Best Paper Nomination|Distinguished Paper Award|Test of Time Award|Featured in press|Awarded Best Talk|Media coverage: BBC, CNN"
    "|This paper won the best paper award|Spotlight, 3% acceptance|🏆 Best Paper|⭐️ Oral|Hot paper|Covered in the New York Times|ESI highly cited|Oral, Top 0.5% submitted papers|Oral, Top 2.3% submitted paper, Top 10% accepted paper|Overall Score: 8, 7, 7|CCF-A, First Author|CCF-A) | Co-First Author|Datasets and Benchmarks Track|Demo Track|Core contributor in author list|Citation: 400+|Commission & Invited|Code available at https://example.org/code|Previously appeared in a workshop|Special issue on new methods|Also presented at a workshop|Most Influential Paper Top-6".split("|")
)
STATUSES = tuple(
    "under review|Under Review|submitted|Submitted|in preparation|In preparation|to appear|To appear|in press|In Press|forthcoming|Forthcoming|accepted|Accepted|R&R|Revise and resubmit|Revise & Resubmit"
    "|Under revision|Working paper|Working Paper|work in progress|manuscript|conditionally accepted|In submission|in revision|Major revision|Job market paper|Draft|minor revisions".split("|")
)
LINKS = tuple(
    "PDF|pdf|Paper|paper|Code|code|Project Page|project page|Video|Slides|slides|Poster|BibTeX|bib|arXiv|Website|Demo|Data|Dataset|Link|link|DOI|Abstract|Talk|Supplement|Appendix|Blog|Press|HTML"
    "|GitHub|Webpage|Publisher|Preprint|Replication|Online Appendix|Cite|Media|Video (5 min)|arXiv preprint|Code & Data|Tweet".split("|")
)
