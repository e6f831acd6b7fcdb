"""Markdown homepages: what pages say beside the facts. Nothing of it may be taken for one."""

from __future__ import annotations

from rendering.page import Page, writes


@writes("md", "noise")
def teaching(page: Page) -> str:
    return """## Teaching

- **Introduction to Databases** (Fall 2021, Spring 2023), 120 students
- Teaching assistant, *Linear Algebra*, 2015
- Guest lecture in "Ethics of Computing", University of Oslo, 2022
- [CS 229: Machine Learning](https://example.org/cs229) - Instructor, Autumn 2020
"""


@writes("md", "noise")
def teaching_table(page: Page) -> str:
    return """## Courses

| Term | Course | Role |
|------|--------|------|
| WS 2021/22 | Advanced Statistics | Lecturer |
| SS 2020 | Seminar: Networks | Tutor |
| WS 2019 | Operating Systems | Teaching Assistant |
"""


@writes("md", "noise")
def talks(page: Page) -> str:
    return """## Invited talks

- "Learning from Little", University of Porto, March 2022 [[slides]](https://example.org/s.pdf)
- *Keynote*, Nordic Data Science Days, Helsinki, 2021
- 2019: What Maps Leave Out. Seminar, Max Planck Institute, Leipzig [video](https://example.org/v)
- Panelist, "Careers after the PhD", 2018
"""


@writes("md", "noise")
def contact(page: Page) -> str:
    return f"""## Contact

- Email: first.last [at] example [dot] org
- Office: Room 3.14, Building B, Universitetsgata 12, 0164 Oslo, Norway
- Phone: +47 22 00 00 00
- Office hours: Tuesdays 2-4 pm

If you would like to talk, write to {page.name.split()[-1].lower()} at example.org.
"""


@writes("md", "noise")
def hobbies(page: Page) -> str:
    return """## Outside of work

In my spare time I enjoy hiking, bouldering and photography. I finished the Berlin Marathon in 2019 (3:58:12), play
the cello in an amateur orchestra and have been to 31 countries. My cat is called Euler. I also love to read: my
favourite books are *Middlemarch* and *The Dispossessed*.
"""


@writes("md", "noise")
def hobby_list(page: Page) -> str:
    return """## Misc

- 🎾 Tennis, badminton, and chess (Elo 1870)
- 📚 Currently reading: *The Making of the Atomic Bomb*
- 🐶 I have a dog, Mochi
- 🎸 I used to play guitar in a band
"""


@writes("md", "noise")
def software(page: Page) -> str:
    return """## Software

- [fastgrid](https://github.com/example/fastgrid) – Fast interpolation on irregular grids in C++ (1.2k stars)
- [pytidal](https://github.com/example/pytidal): a Python package for tidal analysis
- **lexi**, an R package on [CRAN](https://cran.r-project.org/) (2018)

**Languages:** Python, C++, R, Julia. **Tools:** Git, Docker, LaTeX.
"""


@writes("md", "noise")
def open_positions(page: Page) -> str:
    return """## Open positions

I am looking for motivated PhD students and postdocs to work on machine learning, optimization and robotics. If you
are interested, send me your CV, transcripts and a short statement. Master's students at our university can write
their thesis with me; see [here](https://example.org/theses). *Deadline: 15 January 2025.*
"""


@writes("md", "noise")
def media(page: Page) -> str:
    return """## In the media

- [The Guardian](https://example.org/g): "Why tides matter", 12 May 2021
- Interviewed by BBC Radio 4, *Inside Science*, 2020
- *MIT Technology Review* covered our work on privacy (2019)
- Featured on the front page of Nature News
"""


@writes("md", "noise")
def links(page: Page) -> str:
    return """## Links

- [How to read a paper](https://example.org/1)
- [Advice for graduate students](https://example.org/2)
- [Conference deadlines](https://example.org/3)
- [My blog](https://example.org/blog) | [RSS](https://example.org/rss)
"""


@writes("md", "noise")
def reading_group(page: Page) -> str:
    return """## Reading group

We meet every Thursday at 14:00 in room 204. Schedule:

| Date | Paper | Presenter |
|------|-------|-----------|
| 03/02 | Attention Is All You Need | Anneli |
| 10/02 | The Book of Why, chapters 1-3 | Joost |
| 17/02 | Statistical Rethinking | all |
"""


@writes("md", "noise")
def footer(page: Page) -> str:
    return f"""---

<p align="center"><small>© 2024 {page.name}. Powered by <a href="https://jekyllrb.com">Jekyll</a> &amp; <a
href="https://example.org/minimal">Minimal Mistakes</a>. Last updated: March 2024.</small></p>

<a href="https://clustrmaps.com/site/1b"><img src="//clustrmaps.com/map_v2.png" alt="visitor map" width="200"></a>
"""


@writes("md", "noise")
def collaborators(page: Page) -> str:
    return """## Collaborators

I am lucky to work with many wonderful people, among them:

- Gunnar Ek (Chalmers University of Technology)
- [Ines Duarte](https://example.org/i), University of Lisbon
- Peter van Dijk and his group at TU Delft
"""


@writes("md", "noise")
def funding(page: Page) -> str:
    lines = (
        ("Research Council of Norway", "Coastal Futures", "2021"),
        ("Horizon 2020", "Open Tides", "2018"),
    )
    page.gold["awards"] += [
        {"name": grant, "also": [funder, f"{grant}, {funder}", f"{funder}, {grant}"], "year": year, "optional": True}
        for funder, grant, year in lines
    ]
    told = "\n".join(f"- {funder}, *{grant}*, {year}-{int(year) + 3}, co-PI, 4.2 MNOK" for funder, grant, year in lines)
    return f"## Funding\n\n{told}\n"


@writes("md", "noise")
def acknowledgement(page: Page) -> str:
    return """## Acknowledgements

My research is supported by the Carlsberg Foundation and by gifts from Google and Amazon. Thanks to the open-source
community for the template of this page. The views here are my own.
"""


@writes("md", "noise")
def group_life(page: Page) -> str:
    return """## Life in the lab

| ![hike](/images/hike.jpg) | ![dinner](/images/dinner.jpg) |
|:--:|:--:|
| Lab hike, June 2023 | Farewell dinner for Oskar, 2022 |

- **2023-06**: Lab retreat in the Harz mountains
- **2022-12**: Christmas party with curling
"""


@writes("md", "noise")
def statistics_badges(page: Page) -> str:
    return """<p align="left"> <img src="https://komarev.com/ghpvc/?username=me" alt="profile views" /> </p>

![GitHub stats](https://github-readme-stats.vercel.app/api?username=me&show_icons=true)
![Python](https://img.shields.io/badge/-Python-3776AB?logo=python) ![PyTorch](https://img.shields.io/badge/-PyTorch-EE4C2C)

### Languages and Tools
`C++` `Python` `Rust` `Docker`
"""


@writes("md", "noise")
def quotations(page: Page) -> str:
    return """> "The purpose of computing is insight, not numbers."
> — Richard Hamming

> All models are wrong, but some are useful. — George Box
"""


@writes("md", "noise")
def outreach(page: Page) -> str:
    return """## Outreach

- Volunteer at the Science Night for schools since 2017
- I run a podcast on statistics with two friends
- Mentor for girls who code
"""


@writes("md", "noise")
def questions(page: Page) -> str:
    return """## FAQ

**Do you take interns?** Only from our own university, sorry.

**Will you review my start-up?** No.

**What should I read before I apply?** Two recent papers of ours, and *The Elements of Style*.
"""
