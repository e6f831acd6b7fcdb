"""Markdown homepages and CVs: how a page begins."""

from __future__ import annotations

from rendering.page import Page, writes


@writes("md", "head")
def greeting_in_the_middle(page: Page) -> str:
    return f"""<h1 align="center">Hi 👋, I'm {page.name}</h1>
<h3 align="center">A curious mind with too many open tabs</h3>

<p align="center">
<a href="https://twitter.com/me"><img src="https://img.shields.io/badge/Twitter-1DA1F2?logo=twitter" alt="Twitter"/></a>
<a href="https://www.linkedin.com/in/me"><img src="https://img.shields.io/badge/LinkedIn-0077B5" alt="LinkedIn"/></a>
</p>
"""


@writes("md", "head")
def greeting_of_a_profile(page: Page) -> str:
    badge = "![Visitors](https://visitor-badge.glitch.me/badge?page_id=me)"
    return f"### {page.pick('Hi there', 'Hello', 'Hey')}, I'm **{page.name}** 👋\n\n{badge} [![Web](https://img.shields.io/badge/-Web-blue)](https://example.org)\n"


@writes("md", "head")
def photo_in_a_table(page: Page) -> str:
    return f"""<table>
<tr>
<td><img src="/images/me.jpg" alt="{page.name}" width="200"></td>
<td><h2>{page.name}</h2>
me [at] example [dot] org<br>
Office 3.14, Main Building<br>
<a href="cv.pdf">CV</a> / <a href="https://scholar.google.com">Scholar</a> / <a href="https://github.com/me">GitHub</a>
</td>
</tr>
</table>
"""


@writes("md", "head")
def curriculum_vitae(page: Page) -> str:
    title = f"# {page.name} {page.pick('—', '-', '|')} Curriculum Vitae"
    return f"{title}\n\n*Last updated: March 2024* · [PDF version](cv.pdf)\n"


@writes("md", "head")
def curriculum_vitae_above(page: Page) -> str:
    return f"# Curriculum Vitae\n\n**{page.name}**  \n42 Station Road  \nme@example.org | +1 (555) 010-9999\n"


@writes("md", "head")
def underlined(page: Page) -> str:
    return f"{page.name}\n{'=' * len(page.name)}\n\n----\n\n> Happy to talk: me@example.org\n\n----\n"


@writes("md", "head")
def pronouns_behind_the_name(page: Page) -> str:
    return f"# {page.name} ({page.pick('she/her', 'he/him', 'they/them')})\n\n📧 me@example.org  🌐 [example.org](https://example.org)\n"


@writes("md", "head")
def floating_photo(page: Page) -> str:
    return f'<img align="right" width="180" style="border-radius:50%" src="/assets/me.png">\n\n## {page.name}\n'


@writes("md", "head")
def letters_behind_the_name(page: Page) -> str:
    return f"# {page.name}, {page.pick('PhD', 'Ph.D.', 'MD, PhD')}\n\n[CV]({{{{ site.baseurl }}}}/cv.pdf) \\| [ORCID](https://orcid.org/0000-0000-0000-0000)\n"


@writes("md", "head")
def anchors_and_menu(page: Page) -> str:
    menu = "[Home](/) • [CV](/cv) • [Blog](/blog) • [Teaching](/teaching)"
    return f"<span class='anchor' id='about-me'></span>\n\n# {page.name}\n\n{menu}\n\n---\n"


@writes("md", "head")
def name_in_bold(page: Page) -> str:
    return f"**{page.name}**  \n[me@example.org](mailto:me@example.org)\n\n<hr/>\n"
