"""Ordinary questions to what files say, many of them with words that greetings, libraries and pages have too."""

PROSE = """
How many files does the law require for an appeal?
Which documents do I have to bring to the notary?
Which documents do I need for the visa?
How many pages does the contract have?
What is the newest document about the harbour?
Which files must be kept for ten years?
How do I delete files from the server?
Where are the personnel files kept?
What documents does the landlord have to hand over?
How many documents were signed in 1990?
Which images show the harbour at night?
How many messages did he send in March?
What is the largest city in Texas?
Who wrote the latest edition of the handbook?
When was the library in Alexandria last rebuilt?
Which books were burnt in the library?
What does it mean to say hello in Hawaiian?
Why do people say thanks before the meal?
Who sang “Good morning”?
What is hi-fi?
Is no an answer?
How many people work on the last page of a newspaper?
Who is Jimmy Page?
What does turning the page mean?
How many chapters did the club found?
Which section of the river is the deepest?
Dogs?
WHO?
rent
IT?
Who was the first Norman king?
What was the ratio of income to expenses in 2023?
How long is the notice period?
How do I descale the coffee machine?
Welche Dokumente muss ich zum Notar mitbringen?
Wie viele Dateien kann man auf einmal hochladen?
Welche Unterlagen braucht die Bank?
Wie viele Seiten hat der Mietvertrag?
Wo werden die Akten aufbewahrt?
Was kostet die größte Wohnung?
Wer hat die Bibliothek von Alexandria gegründet?
Wie sagt man in Bayern Guten Tag?
Miete?
Auf welcher Seite des Flusses liegt die Stadt?
Wie lange ist die Kündigungsfrist?
提出する書類はどれですか。
契約書は何ページですか。
必要書類は何ですか。
最大の都市はどこですか。
図書館はいつ建てられましたか。
こんにちはの語源は何ですか。
家賃はいくらですか。
誰が本を書きましたか。
需要哪些文件？
哪些文件需要签字？
最大的城市是哪个？
合同一共有多少条款？
图书馆是什么时候建成的？
谁写了这本书？
房租是多少？
“你好”是什么意思？
Combien de documents faut-il fournir ?
¿Qué documentos se necesitan para el visado?
"""
QUESTIONS = [line for line in PROSE.splitlines() if line]
